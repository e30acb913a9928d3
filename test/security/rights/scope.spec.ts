import { beforeAll, describe, expect, it } from '@jest/globals';
import { endpointsOf } from '../../../server/platform/auth/endpoints.js';
import { sql } from '../../../server/platform/db/sql.js';
import { SealedFiles } from '../../../server/platform/files/sealed-files.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { createDesk, openCase, type DeskPerson } from '../../features/cases/desk.js';
import { recordedCall } from '../../features/calls/desk.js';
import { createCase } from '../../support/cases.js';
import { createUser } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { OWNERS, PEOPLE, SEES, type Owner } from './owners.js';
import { OF_QUEUES, WITHOUT_ID } from './reads.js';

const PEOPLE_LISTS = [
  'login/getSubUser',
  'login/getAllCollector',
  'manage/user/list',
  'institutionalManagement/accounts',
  'dashboard/personal',
];

interface Row {
  caseId: number;
  loanItemId: number;
  borrowerId: number;
  loanNo: string;
  ownerId: number;
  groupId: number;
  institutionId: number;
  importId: number;
  /** The owner's call about the case, with a recording. */
  callId: number;
}
/** No row has it. */
const NOWHERE: Row = {
  caseId: 999_999_999, loanItemId: 999_999_999, borrowerId: 999_999_999, loanNo: 'NOWHERE', ownerId: 999_999_999,
  groupId: 999_999_999, institutionId: 999_999_999, importId: 999_999_999, callId: 999_999_999,
}; // prettier-ignore

const ofCase = (...paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, (row: Row) => path.replace(/:\w+/, String(row.caseId))]));

/** How each read is asked about a row. A read that takes an id and is not here fails the first test. */
const READS: Record<string, (row: Row) => string> = {
  ...ofCase(
    ...[
      'guard/receipts/:taskId',
      'guard/evidence/:taskId',
      'privacy/access/:taskId',
      'guard/pressure/:taskId',
      'borrower/pressure/:taskId',
      'task/info/:id',
      'task/contacts/:id',
    ],
    ...['task/collectionLogs/:id', 'task/userContacts/:id', 'task/userAddressBook/:id', 'task/userCalls/:id'],
    ...['task/userCallRecord/:id', 'task/userAlibabaInfo/:id', 'task/timeline/:id'],
  ),
  'contact/preview': ({ caseId }) => `contact/preview?taskId=${caseId}`,
  'task/userPic/:id': ({ caseId }) => `task/userPic/${caseId}?kind=FACE`,
  'task/imageComment': ({ caseId }) => `task/imageComment?taskId=${caseId}`,
  'task/firstContact': ({ caseId }) => `task/firstContact?taskId=${caseId}`,
  'task/ktp': ({ caseId }) => `task/ktp?taskId=${caseId}`,
  'task/callOutMessage': ({ caseId }) => `task/callOutMessage?taskId=${caseId}`,
  'task/loanItemInfoLongAging': ({ caseId }) => `task/loanItemInfoLongAging?longAgingTasksId=${caseId}`,
  'task/loanItemInfo/:id': ({ caseId, loanItemId }) => `task/loanItemInfo/${loanItemId}?taskId=${caseId}`,
  'repay/details': ({ caseId }) => `repay/details?taskId=${caseId}`,
  'repay/payLogs': ({ caseId }) => `repay/payLogs?taskId=${caseId}`,
  'sms/templates/sample': ({ loanNo }) => `sms/templates/sample?loanId=${loanNo}`,
  'sms/residue': ({ caseId }) => `sms/residue?taskId=${caseId}`,
  'sms/incoming': ({ caseId }) => `sms/incoming?taskId=${caseId}`,
  'sms/log/:id': ({ caseId }) => `sms/log/${caseId}`,
  'repay/repaymentCode/:taskId': ({ caseId }) => `repay/repaymentCode/${caseId}`,
  'loan/delayCode': ({ caseId }) => `loan/delayCode?taskId=${caseId}`,
  'loan/count': ({ caseId }) => `loan/count?taskId=${caseId}`,
  'loan/loan-record': ({ borrowerId }) => `loan/loan-record?borrowerId=${borrowerId}`,
  'payment/details': ({ caseId }) => `payment/details?taskId=${caseId}`,
  'softPhone/callRecordList': ({ caseId }) => `softPhone/callRecordList?taskId=${caseId}`,
  'softPhone/downLoadVoice': ({ callId }) => `softPhone/downLoadVoice?callId=${callId}`,
  'softPhone/recording': ({ callId }) => `softPhone/recording?callId=${callId}`,
  'task/next': ({ caseId }) => `task/next?after=${caseId}`,
  'preferences/drafts/:taskId': ({ caseId }) => `preferences/drafts/${caseId}`,
  'manage/user/info': ({ ownerId }) => `manage/user/info?id=${ownerId}`,
  'manage/user/access': ({ ownerId }) => `manage/user/access?id=${ownerId}`,
  'manage/user/picture': ({ ownerId }) => `manage/user/picture?id=${ownerId}`,
  'management/user/info/:id': ({ ownerId }) => `management/user/info/${ownerId}`,
  'institutionalManagement/info': ({ institutionId }) => `institutionalManagement/info?id=${institutionId}`,
  'institutionalManagement/permissions': ({ institutionId }) =>
    `institutionalManagement/permissions?institutionId=${institutionId}&role=member`,
  'institutionalManagement/permissions/seeAs': ({ institutionId }) =>
    `institutionalManagement/permissions/seeAs?institutionId=${institutionId}&role=member`,
  'presence/timeline': ({ ownerId }) => `presence/timeline?collectorId=${ownerId}`,
  'dashboard/events': ({ ownerId }) => `dashboard/events?collectorId=${ownerId}`,
  'user/behavior/day': ({ ownerId }) => `user/behavior/day?collectorId=${ownerId}`,
  'menu/asideMenu': ({ ownerId }) => `menu/asideMenu?userId=${ownerId}`,
  'achievementBoard/queryAgentAchievement': ({ ownerId }) =>
    `achievementBoard/queryAgentAchievement?agentId=${ownerId}`,
  'dashboard/summary': ({ groupId }) => `dashboard/summary?groupId=${groupId}`,
  'dashboard/summaryHistory': ({ groupId }) => `dashboard/summaryHistory?groupId=${groupId}&date=2026-01-05`,
  'dashboard/personal': ({ groupId }) => `dashboard/personal?groupId=${groupId}`,
  'dashboard/personalHistory': (row) => `dashboard/personalHistory?groupId=${row.groupId}&date=2026-01-05`,
  'dashboard/cases': ({ groupId }) => `dashboard/cases?groupId=${groupId}`,
  'dashboard/replay': ({ groupId }) => `dashboard/replay?groupId=${groupId}&date=2026-01-05&minute=11:05`,
  'management/task/import/:id': ({ importId }) => `management/task/import/${importId}`,
  'management/task/import/:id/errors': ({ importId }) => `management/task/import/${importId}/errors`,
};
const rows = {} as Record<Owner, Row>;

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  const { api, org } = desk;
  const far = { institutionId: org.otherInstitutionId, groupId: null };
  const elsewhere = await createUser(api, org, 'member', { ...far, name: 'elsewhere' });
  for (const owner of OWNERS) {
    const caseId =
      owner === 'elsewhere'
        ? (await createCase(api, org, { ...far, ownerId: elsewhere.id })).id
        : await openCase(desk, owner);
    rows[owner] = await rowOf(caseId, owner);
  }
});

async function rowOf(caseId: number, owner: Owner): Promise<Row> {
  const { api, org, people } = desk;
  const [found] = await api.rows<Omit<Row, 'groupId' | 'importId' | 'callId'>>(sql`
    SELECT institution_id AS institutionId, id AS caseId, loan_item_id AS loanItemId, borrower_id AS borrowerId, loan_no AS loanNo, owner_id AS ownerId
    FROM collection_case WHERE id = ${caseId}`);
  const [{ groupId }] = (await api.rows(sql`
    SELECT COALESCE(group_id, 0) AS groupId FROM user WHERE id = ${found!.ownerId}`)) as [
    { groupId: number },
  ];
  const picture = await api.get(SealedFiles).keep('pictures', Buffer.from('a picture'));
  await api.rows(sql`UPDATE user SET picture = ${picture} WHERE id = ${found!.ownerId}`);
  const sender = owner === 'elsewhere' ? people.otherAdmin : people.admin;
  const actor = { userId: sender.id, requestId: null };
  const { importId } = await api
    .get(ImportsService)
    .importRows([], { actor, institutionIds: [org.institutionId] });
  const callId = await recordedCall(desk, found!, owner === 'elsewhere');
  return { ...found!, groupId: groupId || NOWHERE.groupId, importId, callId };
}

async function ask(person: DeskPerson, url: string): Promise<{ code: string; text: string }> {
  const { body } = await desk.as[person].agent.get(`/api/${url}`).responseType('blob');
  const text = String(body).replace(/"requestId":"[^"]*"/, '');
  return { code: /^\{"code":"([^"]+)"/.exec(text)?.[1] ?? '00', text };
}

describe('every read', () => {
  it('says here how it is asked for a row', () => {
    const reads = endpointsOf(desk.api.app).filter(
      ({ method, demand }) =>
        method === 'GET' && (demand?.kind === 'permission' || demand?.kind === 'session'),
    );
    const paths = reads.flatMap((endpoint) => endpoint.paths).sort();
    expect(paths).toEqual([...Object.keys(READS), ...WITHOUT_ID, ...OF_QUEUES].sort());
  });

  it.each(Object.keys(READS))(
    '%s shows own rows, and of others nothing that nowhere would not',
    async (path) => {
      const ofWhole = path.startsWith('management/task/import');
      for (const person of PEOPLE) {
        const nothing = await ask(person, READS[path]!(NOWHERE));
        expect({ [person]: nothing.code }).toEqual({ [person]: expect.stringMatching(/^(20|21|-2)$/) });
        for (const owner of OWNERS) {
          const answer = await ask(person, READS[path]!(rows[owner]));
          const label = `${person} asks for what is ${owner}’s`;
          const visible = SEES[person].includes(owner);
          if (nothing.code === '20' || !visible)
            expect({ [label]: answer.text }).toEqual({ [label]: nothing.text });
          else if (path.startsWith('dashboard') && path !== 'dashboard/events' && owner === 'elsewhere')
            expect({ [label]: answer.code }).toEqual({ [label]: '21' });
          else if (path.startsWith('achievement') && owner === 'elsewhere')
            expect({ [label]: answer.code }).toEqual({ [label]: '-2' });
          else expect({ [label]: answer.code }).toEqual({ [label]: '00' });
          if (ofWhole) break;
        }
      }
    },
  );

  it('of an import is for its institution', async () => {
    for (const [person, owner] of [
      ['otherAdmin', 'collector'],
      ['admin', 'elsewhere'],
    ] as const) {
      for (const path of ['', '/errors']) {
        const answer = await ask(person, `management/task/import/${rows[owner].importId}${path}`);
        expect(answer.code).toBe('21');
      }
    }
  });
});

describe('a list', () => {
  it.each([
    ['owner', ({ ownerId }: Row) => `ownerId=${ownerId}`],
    ['borrower', ({ borrowerId }: Row) => `borrowerId=${borrowerId}`],
    ['loan', ({ loanNo }: Row) => `loanId=${loanNo}`],
    ['owner and loan', ({ ownerId, loanNo }: Row) => `ownerId=${ownerId}&loanId=${loanNo}`],
    ['owner and what is due', ({ ownerId }: Row) => `ownerId=${ownerId}&due=now`],
    ['owner and state', ({ ownerId }: Row) => `ownerId=${ownerId}&status=C01`],
  ])('of cases is the same for the %s of a row that is not one’s own and of nowhere', async (_, query) => {
    for (const person of PEOPLE) {
      const nothing = await ask(person, `task/listing?${query(NOWHERE)}`);
      for (const owner of OWNERS.filter((name) => !SEES[person].includes(name))) {
        expect((await ask(person, `task/listing?${query(rows[owner])}`)).text).toBe(nothing.text);
      }
    }
  });

  it('of cases, people, boards and payments holds only who and what exists for the viewer', async () => {
    for (const person of PEOPLE) {
      const hidden = OWNERS.filter((owner) => !SEES[person].includes(owner));
      const cases = (await desk.as[person].get<{ result: { id: number }[] }>('task/listing?size=200')).data;
      const ids = cases.result.map(({ id }) => id);
      expect({ [person]: ids.sort() }).toEqual({
        [person]: SEES[person].map((owner) => rows[owner].caseId).sort(),
      });
      for (const path of PEOPLE_LISTS) {
        const { text } = await ask(person, path);
        for (const owner of hidden) {
          const without: unknown = expect.not.stringContaining(`"id":${rows[owner].ownerId},`);
          expect({ person, path, text }).toEqual({ person, path, text: without });
        }
      }
    }
  });
});

describe('a command', () => {
  const commands: [string, (row: Row) => [path: string, body: object]][] = [
    ['record', ({ caseId }) => ['task/record', { taskId: caseId, callResult: 'MEMO', clientRequestId: `memo-${caseId}-x` }]],
    ['older record', ({ caseId }) => [`task/record/${caseId}`, { callResult: 'CR30' }]],
    ['undone record', ({ caseId }) => ['task/undoRecord', { taskId: caseId, recordId: 1, clientRequestId: `undo-${caseId}-x` }]],
    ['withdraw', ({ caseId }) => [`management/task/withdraw/${caseId}`, { reason: 'OTHER' }]],
    ['close', ({ caseId }) => [`management/task/close/${caseId}`, { reason: 'FRAUD' }]],
    ['reinstate', ({ caseId }) => [`management/task/reinstate/${caseId}`, { reason: 'OTHER' }]],
    ['assign to', ({ ownerId }) => ['management/task/batchBindAgent', { taskIds: [NOWHERE.caseId], agentId: ownerId }]],
    ['repayment code', ({ caseId }) => ['repay/repaymentCode/update/new', { taskId: caseId, payChannel: 'SPEI', clientRequestId: `code-${caseId}-x` }]],
    ['fresh code', ({ caseId }) => ['repay/repayment/refreshRepayCode', { taskId: caseId, payChannel: 'SPEI', clientRequestId: `fresh-${caseId}-x` }]],
    ['partial deduction', ({ caseId }) => ['task/partDeduce', { taskId: caseId, amount: 100, clientRequestId: `part-${caseId}-x` }]],
    ['deduction', ({ caseId }) => [`repay/deduct/${caseId}`, { clientRequestId: `whole-${caseId}-x` }]],
    ['extension', ({ caseId }) => ['loan/manualDelay', { taskId: caseId, percent: 10, clientRequestId: `delay-${caseId}-x` }]],
    ['extension code', ({ caseId }) => ['loan/delayCode', { taskId: caseId, payChannel: 'OXXO', clientRequestId: `fee-${caseId}-x` }]],
    ['opt-out', ({ caseId }) => ['contact/optOut', { taskId: caseId }]],
    ['hold', ({ caseId }) => ['contact/hold', { taskId: caseId, kind: 'LEGAL' }]],
    ['lifting of a hold', ({ caseId }) => ['contact/hold/lift', { taskId: caseId, holdId: NOWHERE.caseId }]],
    ['override', ({ caseId }) => ['contact/override', { taskId: caseId, rules: ['attemptsDay'], reason: 'insists' }]],
    ['guarantor', ({ caseId }) => ['contact/guarantor', { taskId: caseId, contactId: NOWHERE.caseId, guarantor: true }]],
    ['confirmed guarantor', ({ caseId }) => ['contact/guarantor/confirm', { taskId: caseId, contactId: NOWHERE.caseId, confirmed: true }]],
    ['contact check', ({ caseId }) => ['contact/check', { taskId: caseId, contactId: NOWHERE.caseId, channel: 'CALL' }]],
    ['message', ({ caseId }) => ['sms/manual/send', { taskId: caseId, contactId: NOWHERE.caseId, templateId: 1, channel: 'SMS', clientRequestId: `sms-${caseId}-x` }]],
    ['older message', ({ caseId }) => ['sms/send', { taskId: caseId, templateId: 1 }]],
    ['note', ({ callId }) => ['softPhone/recordingNote', { callId, second: 1, text: 'x', clientRequestId: `note-${callId}-x` }]],
    ['hang-up', ({ callId }) => ['softPhone/hangUp', { callId }]], ['answer', ({ callId }) => ['softPhone/answer', { callId }]],
    ['emergency contact', ({ caseId }) => ['task/save/userEmerContact', { taskId: caseId, name: 'Rosa', phone: '5512345678', relation: 'R03' }]],
    ['image comment', ({ caseId }) => ['task/imageComment', { taskId: caseId, kind: 'FACE', comment: 'x' }]],
    ['identity comment', ({ caseId }) => ['task/ktp', { taskId: caseId, comment: 'x' }]],
    ['call-out message', ({ caseId }) => ['task/callOutMessage', { taskId: caseId, message: 'x' }]],
    ['number', ({ caseId }) => ['task/getRealPhone', { taskId: caseId, contactId: 'borrower', purpose: 'CALL' }]],
    ['status', ({ ownerId }) => ['manage/user/setStatus', { userId: ownerId, enabled: true }]],
  ]; // prettier-ignore

  it.each(commands)('%s answers for a row of others as for none', async (_, command) => {
    for (const person of PEOPLE) {
      const nothing = await desk.as[person].post(...command(NOWHERE));
      expect(nothing.code).toMatch(/^2[01]$/);
      for (const owner of OWNERS.filter((name) => !SEES[person].includes(name))) {
        const answer = await desk.as[person].post(...command(rows[owner]));
        const where = `${person}, ${owner}`;
        expect({ [where]: { ...answer, requestId: null } }).toEqual({
          [where]: { ...nothing, requestId: null },
        });
      }
    }
  });

  it('on many rows refuses those of others one by one', async () => {
    for (const person of ['leader', 'otherLeader', 'admin', 'otherAdmin'] as const) {
      const taskIds = OWNERS.filter((owner) => !SEES[person].includes(owner)).map(
        (owner) => rows[owner].caseId,
      );
      const rejected = taskIds.map((taskId) => ({ taskId, reason: 'case.notFound' }));
      const { data } = await desk.as[person].post('management/task/unbindAgent', { taskIds });
      expect(data).toEqual({ accepted: [], rejected, bindId: null });
    }
  });
});

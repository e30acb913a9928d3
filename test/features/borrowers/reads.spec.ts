import { beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AddressBookRow,
  CallRecordRow,
  DeviceCallRow,
  DevicePage,
  IdentityAnswerInfo,
  Merchant,
} from '../../../contract/cases/borrowers.js';
import type { CaseInfo, ContactList } from '../../../contract/cases/cases.js';
import type { Page } from '../../../contract/shared/page.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { contactOf, createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';
import { borrowerOf, keepDeviceData, showingPlain } from './desk.js';

let caseId: number;
let keptCase: number;
const CALLED_AT = '2026-01-15T18:30:00Z';

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  caseId = await openCase(desk, 'collector', {
    cells: {
      residenceAddress: 'Av. Insurgentes Sur 1602, CP 03940',
      companyAddress: 'Calle Morelos 12, Centro, CP 06000',
      workingYears: '7',
    },
  });
  await keepDeviceData(desk, true);
  keptCase = await openCase(desk, 'collector', {
    cells: {
      contact1Name: 'Llamada Uno',
      contact1Relation: 'R12',
      contact1CallType: '3',
      contact1CallTime: CALLED_AT,
      contact3Name: 'Agenda Dos',
      contact3Phone: '5555123456',
      contact3Relation: 'R11',
    },
  });
});

const callsOf = (id: number) => [
  `task/userContacts/${id}`,
  `task/userAddressBook/${id}`,
  `task/userCalls/${id}`,
  `task/userCallRecord/${id}`,
  `task/userAlibabaInfo/${id}`,
  `task/userPic/${id}`,
  `task/userPic/${id}?kind=FACE`,
  `task/imageComment?taskId=${id}`,
  `task/ktp?taskId=${id}`,
  `task/callOutMessage?taskId=${id}`,
  `task/timeline/${id}`,
];

describe('every read of the borrower', () => {
  it.each(['collector', 'leader', 'supervisor', 'admin'] as DeskPerson[])(
    'is there for the %s',
    async (who) => {
      for (const call of callsOf(caseId))
        expect({ [call]: (await desk.as[who].get(call)).code }).toEqual({ [call]: '00' });
    },
  );

  it.each(['colleague', 'stranger', 'otherLeader', 'otherAdmin'] as DeskPerson[])(
    'does not exist for the %s',
    async (who) => {
      for (const [index, call] of callsOf(caseId).entries()) {
        const theirs = await desk.as[who].get(call);
        const nobodys = await desk.as[who].get(callsOf(999_999_999)[index]!);
        expect({ [call]: theirs.code }).toEqual({ [call]: '21' });
        expect({ ...theirs, requestId: '' }).toEqual({ ...nobodys, requestId: '' });
      }
    },
  );

  it.each([
    'task/userContacts/abc',
    'task/userAddressBook/0',
    'task/userPic/1?kind=SELFIE',
    'task/imageComment?taskId=1&kind=KTP',
    'task/ktp',
    'task/callOutMessage?taskId=x',
    'task/appName/list?device=fax',
    'task/userCallRecord/1?size=0',
    'task/userCallRecord/1?type=8',
    'task/timeline/1?asOf=yesterday',
    'task/timeline/1?kind=gossip',
  ])('refuses %s', async (call) => {
    expect((await desk.as.collector.get(call)).code).toBe('22');
  });
});

describe('masked reads', () => {
  it('decrypt nothing, and show nothing in full', async () => {
    await keepDeviceData(desk, true);
    const vault = desk.api.get(Vault);
    vault.opened = 0;
    const info = await desk.as.collector.get<CaseInfo>(`task/info/${caseId}`);
    expect(info.data.borrower).toMatchObject({
      workingYears: 7,
      residenceAddress: 'Av. In••••03940',
      companyAddress: 'Calle ••••06000',
    });
    for (const call of callsOf(keptCase)) {
      const answer = await desk.as.collector.get(call);
      expect(answer.code).toBe('00');
      expect({ [call]: /\+52\d{10}/.exec(JSON.stringify(answer.data)) }).toEqual({ [call]: null });
    }
    expect(vault.opened).toBe(0);
    await keepDeviceData(desk, false);
  });

  it('are in full for a role that the configuration allows', async () => {
    await keepDeviceData(desk, true);
    await showingPlain(desk, 'admin', async () => {
      const info = await desk.as.admin.get<CaseInfo>(`task/info/${caseId}`);
      expect(info.data.borrower.residenceAddress).toBe('Av. Insurgentes Sur 1602, CP 03940');
      const contacts = await desk.as.admin.get<ContactList>(`task/userContacts/${caseId}`);
      expect(contacts.data).toMatchObject({ hideKey: false });
      expect(contacts.data.contacts[0]!.phone).toMatch(/^\+52\d{10}$/);
      for (const call of [`task/userAddressBook/${keptCase}`, `task/userCalls/${keptCase}`]) {
        const { data } = await desk.as.admin.get<DevicePage<AddressBookRow>>(call);
        expect(data).toMatchObject({ hideKey: false, notKept: false });
        expect(data.result[0]!.phone).toMatch(/^\+52\d{10}$/);
      }
    });
    await keepDeviceData(desk, false);
  });
});

describe('contacts', () => {
  it('of the borrower are whom he named, without himself and his device', async () => {
    const { data } = await desk.as.collector.get<ContactList>(`task/userContacts/${caseId}`);
    expect(data.hideKey).toBe(true);
    expect(data.contacts.map(({ relation }) => relation)).toEqual(['R06']);
  });
});

describe('the data of the borrower’s device', () => {
  const book = (id = keptCase, query = '') =>
    desk.as.collector.get<DevicePage<AddressBookRow>>(`task/userAddressBook/${id}${query}`);

  it('is not kept, and says so, unless the institution’s policy keeps it', async () => {
    await keepDeviceData(desk, false);
    const nothing = { notKept: true, hideKey: true, result: [], totalCount: 0 };
    // Also what an earlier policy has left.
    for (const id of [caseId, keptCase]) {
      expect((await book(id)).data).toEqual(nothing);
      expect((await desk.as.collector.get(`task/userCalls/${id}`)).data).toEqual(nothing);
    }
  });

  it('is an address book page by page', async () => {
    await keepDeviceData(desk, true);
    const { data } = await book();
    expect(data).toMatchObject({ notKept: false, totalCount: 2 });
    expect(data.result.map(({ name }) => name)).toEqual([
      expect.stringMatching('Agenda'),
      expect.stringMatching('Libreta'),
    ]);
    const second = await book(keptCase, '?page=2&size=1');
    expect(second.data.result.map(({ name }) => name)).toEqual([expect.stringMatching('Libreta')]);
    expect((await book(keptCase, '?page=9&size=1')).data).toMatchObject({ result: [], totalCount: 2 });
    expect((await book(caseId)).data).toMatchObject({ notKept: false, result: [], totalCount: 0 });
  });

  it('is a list of calls whose time is in epoch milliseconds', async () => {
    await keepDeviceData(desk, true);
    const { data } = await desk.as.collector.get<DevicePage<DeviceCallRow>>(`task/userCalls/${keptCase}`);
    expect(data.result).toEqual([
      {
        id: expect.any(Number),
        name: 'Llamada Uno',
        phone: expect.stringMatching('••••'),
        type: 3,
        time: Date.parse(CALLED_AT),
      },
    ]);
  });

  it('is refused at the intake with a call that has no time, or a type that is none', async () => {
    const { loanRow } = await import('../imports/portfolio.js');
    const device = { contact1Relation: 'R12' };
    const rows = [
      loanRow(901, { ...device, contact1CallType: '2' }),
      loanRow(902, { ...device, contact1CallType: '9', contact1CallTime: CALLED_AT }),
      loanRow(903, { workingYears: '-1' }),
    ];
    const run = await desk.api.get(ImportsService).importRows(rows);
    const errors = await desk.api.rows<{ line: number; field: string }>(sql`
      SELECT line, field FROM import_error WHERE import_id = ${run.importId} ORDER BY line`);
    expect(errors.map(({ field }) => field)).toEqual([
      'contact1CallType',
      'contact1CallType',
      'workingYears',
    ]);
  });
});

describe('our own calls', () => {
  it('are those of the softphone and those that a person recorded, each once', async () => {
    const contactId = await contactOf(desk, caseId);
    const record = async (callStatus: string, more: object = {}) => {
      const body = { taskId: caseId, contactId, callStatus, clientRequestId: requestId(), ...more };
      expect((await desk.as.collector.post('task/record', body)).code).toBe('00');
    };
    await record('NO_ANSWER');
    await record('REJECTED');
    await record('NO_ANSWER', { contactType: 'WHATSAPP' });
    const list = () => desk.as.collector.get<Page<CallRecordRow>>(`task/userCallRecord/${caseId}`);
    expect((await list()).data.result.map(({ type }) => type)).toEqual([5, 2]);
    const rejected = await desk.as.collector.get<Page<CallRecordRow>>(`task/userCallRecord/${caseId}?type=5`);
    expect(rejected.data).toMatchObject({ totalCount: 1, result: [{ type: 5 }] });
    expect((await list()).data.result[0]).toMatchObject({
      time: expect.any(Number),
      relation: 'R01',
      agent: 'collector',
      phone: expect.stringMatching('••••'),
    });
    const [now, agentId] = [Date.now(), desk.people.collector.id];
    const calls = [
      [1, 'OUT', 'ENDED', now - 60_000, null],
      [2, 'IN', 'ENDED', now - 7_200_000, null],
      [3, 'IN', 'ENDED', now - 7_300_000, now - 7_290_000],
    ] as const;
    for (const [id, direction, state, at, answered] of calls) {
      await desk.api.rows(sql`
        INSERT INTO phone_call (id, direction, state, institution_id, agent_id, supplier, extension_number, case_id,
          contact_id, number_mask, requested_at, answered_at)
        VALUES (${id}, ${direction}, ${state}, ${desk.org.institutionId}, ${agentId}, 'Telvoz', '8001', ${caseId},
          ${contactId}, '+52 55 •••• 0001', ${new Date(at)}, ${answered === null ? null : new Date(answered)})`);
    }
    const { data } = await list();
    // Both records belong to the call of a minute ago.
    expect(data.result.map(({ id, type }) => [id, type])).toEqual([[1, 2], [2, 3], [3, 1]]); // prettier-ignore
    expect(data.result[1]!.time).toBe(now - 7_200_000);
    expect(data.totalCount).toBe(3);
    const second = await desk.as.collector.get<Page<CallRecordRow>>(
      `task/userCallRecord/${caseId}?page=2&size=2`,
    );
    expect(second.data.result.map(({ id }) => id)).toEqual([3]);
  });
});

describe('the identity answer', () => {
  it('is null when nobody has asked, and else what was answered', async () => {
    const ask = () => desk.as.collector.get<IdentityAnswerInfo>(`task/userAlibabaInfo/${caseId}`);
    expect((await ask()).data).toEqual({ answer: null });
    await desk.api.rows(sql`
      INSERT INTO identity_answer (borrower_id, provider, reference, checked_at, identity_match, face_similarity,
        credit_score, risk_level, recent_lenders, overdue_elsewhere)
      VALUES (${await borrowerOf(desk, caseId)}, 'Alibaba Cloud', 'ALI-1', ${new Date('2026-02-01T00:00:00Z')}, 1, 0.9312,
        612, 'MEDIUM', 4, 0)`);
    expect((await ask()).data).toEqual({
      answer: {
        provider: 'Alibaba Cloud',
        reference: 'ALI-1',
        checkedAt: '2026-02-01T00:00:00.000Z',
        identityMatch: true,
        phoneMatch: null,
        faceSimilarity: 0.9312,
        creditScore: 612,
        riskLevel: 'MEDIUM',
        recentLenders: 4,
        overdueElsewhere: false,
      },
    });
  });
});

describe('apps and merchants', () => {
  it('are those of the viewer’s institutions', async () => {
    await openCase(desk, 'collector', { cells: { appName: 'Credi Rápido', platform: 'ios' } });
    expect((await desk.as.collector.get('task/appName/list')).data).toEqual(['Credi Rápido', 'Prestamo Ya']);
    expect((await desk.as.collector.get('task/appName/list?device=ios')).data).toEqual(['Credi Rápido']);
    expect((await desk.as.otherAdmin.get('task/appName/list')).data).toEqual([]);
    const { data } = await desk.as.collector.get<Merchant[]>('task/loanMarketMerchant/list');
    expect(data).toEqual([{ id: desk.org.institutionId, code: 'NORTE', name: 'NORTE' }]);
  });
});

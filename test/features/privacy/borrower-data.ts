import { expect } from '@jest/globals';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { sql } from '../../../server/platform/db/sql.js';
import { postSigned } from '../../support/signed.js';
import { TEST_SECRETS, type Api } from '../../support/stack.js';
import { addPicture } from '../borrowers/desk.js';
import { contactOf, requestId, type Desk } from '../cases/desk.js';

export const NOON = '2026-11-18T17:00:00Z';
/** Stands in every text that is about the borrower, in whichever way it comes to us. */
export const MARK = 'Zmarca';
const PHONES = ['5587654321', '5587654322', '5587654323', '5587654324'];
export const BORROWER = 'B-privacy';

export const CELLS = {
  ...{
    borrowerExternalId: BORROWER,
    borrowerName: `${MARK} Ruiz`,
    identityNumber: `${MARK.toUpperCase()}900517HDFRRL09`,
  },
  ...{ birthDate: '1957-03-09', municipality: `${MARK} de Juárez`, companyName: `${MARK} SA` },
  ...{ occupation: `${MARK}dor`, residenceAddress: `Calle ${MARK} 1`, companyAddress: `Calle ${MARK} 2` },
  ...{ phone: PHONES[0]!, homePhone: PHONES[1]!, bankName: `Banco ${MARK}` },
  ...{
    contact1Name: `${MARK} Amiga`,
    contact1Phone: PHONES[2]!,
    contact2Name: `${MARK} Libreta`,
    contact2Phone: PHONES[3]!,
  },
};

/** Says with the failure what was refused. */
export const ok = async (answer: Promise<{ code: string; message: string; data: unknown }>) => {
  const { code, message, data } = await answer;
  expect({ code, refused: code !== '00' && [message, data] }).toEqual({ code: '00', refused: false });
};

/** Everything that people and the lender's platform say about the borrower, by the calls that take it. */
export async function fill(desk: Desk, caseId: number): Promise<void> {
  const { api } = desk;
  const { collector, leader, supervisor } = desk.as;
  const contactId = await contactOf(desk, caseId);
  const about = { taskId: caseId };
  await ok(
    collector.post('task/record', {
      ...{
        ...about,
        contactId,
        callResult: 'WTP',
        notes: `${MARK} paga mañana`,
        clientRequestId: requestId(),
      },
      nextFollowUpAt: '2026-11-19T16:00:00Z',
    }),
  );
  await ok(collector.post('task/imageComment', { ...about, kind: 'FACE', comment: `${MARK} otra cara` }));
  await ok(
    collector.post(`preferences/drafts/${caseId}`, {
      version: 1,
      draft: {
        ...{ callStatus: 'CONNECTED', callResult: 'WTP', collectionResult: 'CR50', contactId: null },
        ...{ contactType: 'CALL', promiseAmount: null, promiseDate: null, nextFollowUpAt: null },
        ...{ notes: `${MARK} a medias`, script: [], requestId: 'request-of-a-draft' },
      },
    }),
  );
  await ok(leader.post('contact/hold', { ...about, kind: 'COMPLAINT', note: `${MARK} se queja` }));
  await ok(
    leader.post('contact/override', { ...about, rules: ['attemptSpacing'], reason: `${MARK} lo pidió` }),
  );
  await ok(
    collector.post('request/ask', {
      ...{ ...about, kind: 'PROMISE', promiseAmount: 20_000, promiseDate: '2026-11-25' },
      ...{ note: `${MARK} cobra el 30`, clientRequestId: requestId() },
    }),
  );
  const complaint = await leader.post<{ id: number }>('customer/service/create', {
    ...{
      ...about,
      type: 'CONDUCT',
      level: 2,
      content: `${MARK} llamó a mi jefa`,
      clientRequestId: requestId(),
    },
  });
  expect(complaint.code).toBe('00');
  await ok(supervisor.upload(`customer/service/attachments/${complaint.data.id}`, PDF, `${MARK}.pdf`));
  await addPicture(desk, caseId, 'FACE');
  await ok(
    postSigned(api, 'intake/identity', TEST_SECRETS.intakeHmac, {
      ...{ institutionCode: 'NORTE', borrowerExternalId: BORROWER, externalId: 'idn-privacy' },
      ...{
        provider: `${MARK} SA`,
        reference: `${MARK}-1`,
        checkedAt: '2026-11-01T00:00:00Z',
        creditScore: 650,
      },
    }),
  );
  await ok(
    postSigned(api, 'sms/inbound', TEST_SECRETS.carrierHmac, {
      ...{ providerId: 'in-privacy', channel: 'SMS', from: PHONES[0], text: `Soy ${MARK}`, at: NOON },
    }),
  );
}
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');

/** Columns in which something about the borrower stands in clear, or under our key. */
export async function found(api: Api): Promise<string[]> {
  const marks = [MARK.toLowerCase(), ...PHONES, '1957-03-09'];
  const tables = await api.rows<{ name: string }>(sql`
    SELECT TABLE_NAME AS name FROM information_schema.TABLES
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' ORDER BY 1`);
  const places = new Set<string>();
  for (const { name } of tables) {
    const rows = await api.rows<Record<string, unknown>>({ text: `SELECT * FROM \`${name}\``, params: [] });
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const text = plain(api, value).toLowerCase();
        if (marks.some((mark) => text.includes(mark))) places.add(`${name}.${column}`);
      }
  }
  return [...places].sort();
}

function plain(api: Api, value: unknown): string {
  if (!Buffer.isBuffer(value))
    return JSON.stringify(value instanceof Date ? value.toISOString() : value) ?? '';
  try {
    return api.get(Vault).open(value);
  } catch {
    // A hash, or a number that is no seal of ours.
    return value.toString('latin1');
  }
}

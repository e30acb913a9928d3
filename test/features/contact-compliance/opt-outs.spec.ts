import { describe, expect, it } from '@jest/globals';
import { CONTACT_CHANNELS, type ContactPreview } from '../../../contract/contact/contact-compliance.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { loanRow } from '../imports/portfolio.js';
import { contactOf, createDesk, openCase } from '../cases/desk.js';

const NOON = '2026-11-18T17:00:00Z';
const FRIEND = '55 1111 7777';
const SAME = ['5511117777', '+52 55 1111 7777', '+52 1 (55) 1111-7777', '0052 5511117777'];

const { desk } = useDesk(createDesk, { clock: NOON });

/** A case whose guarantor asked not to be contacted. */
async function optedOut(externalId: string): Promise<{ taskId: number; contactId: number }> {
  const cells = {
    borrowerExternalId: externalId,
    contact1Name: 'Eva',
    contact1Phone: FRIEND,
    contact1Relation: 'R06',
  };
  const taskId = await openCase(desk, 'collector', { cells });
  const contactId = await contactOf(desk, taskId, 'R06');
  await desk.api.rows(sql`UPDATE contact SET guarantor = 1 WHERE id = ${contactId}`);
  expect((await desk.as.collector.post('contact/optOut', { taskId, contactId })).code).toBe('00');
  return { taskId, contactId };
}

/** Channels by which each person of the case with that number may be reached. */
async function reachable(taskId: number): Promise<string[]> {
  const { data } = await desk.as.collector.get<ContactPreview>(`contact/preview?taskId=${taskId}`);
  const numbers = await desk.api.rows<{ id: number }>(sql`
    SELECT k.id FROM contact k JOIN collection_case c ON c.borrower_id = k.borrower_id
    WHERE c.id = ${taskId} AND k.phone_mask LIKE '%7777'`);
  expect(numbers.length).toBeGreaterThan(0);
  const ids = new Set(numbers.map(({ id }) => id));
  return data.contacts
    .filter(({ contactId }) => ids.has(contactId))
    .flatMap(({ channels }) => CONTACT_CHANNELS.filter((channel) => channels[channel].allow));
}

describe('an opt-out of a number', () => {
  it('holds when the intake brings the number again, however it is written and whoever has it then', async () => {
    const { taskId } = await optedOut('B-again');
    for (const [index, phone] of SAME.entries()) {
      const asFriend = { contact1Name: 'Evita', contact1Phone: phone, contact1Relation: 'R02' };
      const asOwn = index % 2 === 0 ? {} : { phone, homePhone: phone };
      const row = loanRow(700_000 + index, { borrowerExternalId: 'B-again', ...asFriend, ...asOwn });
      await desk.api.get(ImportsService).importRows([row]);
      const [cases] = await desk.api.rows<{ id: number }>(sql`
        SELECT id FROM collection_case WHERE loan_no = ${row.cells['loanItemExternalId']}`);
      await desk.api.rows(sql`
        UPDATE collection_case SET owner_id = ${desk.people.collector.id}, group_id = ${desk.org.groupId}, status = 'C01'
        WHERE id = ${cases!.id}`);
      expect({ [phone]: await reachable(cases!.id) }).toEqual({ [phone]: [] });
    }
    expect(await reachable(taskId)).toEqual([]);
  });

  it('holds when the number is saved again as an emergency contact', async () => {
    const { taskId } = await optedOut('B-saved');
    for (const phone of SAME) {
      const contact = { taskId, name: 'Evita', phone, relation: 'R02' };
      expect({ [phone]: await desk.as.collector.post('task/save/userEmerContact', contact) }).toMatchObject({
        [phone]: {
          code: '23',
          data: { fields: [{ field: 'phone' }] },
        },
      });
    }
    expect(await reachable(taskId)).toEqual([]);
  });

  it('stands on the one row that a borrower’s number has: a second one can not be written', async () => {
    const { contactId } = await optedOut('B-twice');
    const again = desk.api.rows(sql`
      INSERT INTO contact (id, borrower_id, name, phone_enc, phone_hash, phone_mask, relation)
      SELECT ${contactId} + 900000, borrower_id, name, phone_enc, phone_hash, phone_mask, 'R02'
      FROM contact WHERE id = ${contactId}`);
    await expect(again).rejects.toMatchObject({ code: 'ER_DUP_ENTRY' });
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { KEPT_DAYS, PURGES } from '../../../server/domain/retention/retention.rules.js';
import { RetentionService } from '../../../server/features/retention/retention.service.js';
import { Jobs } from '../../../server/platform/jobs/jobs.js';
import { rowsOf, sql, type Param, type Statement } from '../../../server/platform/db/sql.js';
import { eventually } from '../../support/eventually.js';
import { planOf } from '../../support/plan.js';
import { useServer } from '../../support/site.js';
import { startWorkers } from '../../support/workers.js';

const NOW = '2026-11-18T17:00:00.000Z';
const ago = (days: number) => new Date(Date.parse(NOW) - days * 86_400_000);
/** A minute before and after the row has been kept for its days. */
const young = (days: number) => new Date(ago(days).getTime() + 60_000);
const old = (days: number) => new Date(ago(days).getTime() - 60_000);

const { api, workers } = useServer({ clock: NOW, workers: true });
beforeEach(async () => {
  for (const { table } of PURGES) await api.rows({ text: `DELETE FROM ${table}`, params: [] });
});

const purge = (batch?: number) => workers.get(RetentionService, { strict: false }).purge(batch);
const keysOf = async (statement: Statement) =>
  (await api.rows<{ key: string }>(statement)).map(({ key }) => key).sort();

async function requests(rows: readonly (readonly [key: string, at: Date])[]): Promise<void> {
  await api.rows(sql`
    INSERT INTO client_request (user_id, client_request_id, command, answer, at)
    VALUES ${rowsOf(rows.map(([key, at]): Param[] => [1, key, 'record', '{}', at]))}`);
}
const requestKeys = () => keysOf(sql`SELECT client_request_id AS \`key\` FROM client_request`);

describe('the purge', () => {
  it('deletes answers that nobody repeats a request for any more', async () => {
    const days = KEPT_DAYS.clientRequest;
    await requests([['old', old(days)], ['young', young(days)]]); // prettier-ignore
    expect(await purge()).toMatchObject({ client_request: 1 });
    expect(await requestKeys()).toEqual(['young']);
  });

  it('deletes reports that were settled long ago, and none that waits for its call', async () => {
    const days = KEPT_DAYS.callReport;
    const rows = [['old', old(days)], ['young', young(days)], ['waits', null]] as const; // prettier-ignore
    await api.rows(sql`
      INSERT INTO call_report (id, supplier, event_id, supplier_call_id, type, at, raw_enc, received_at, settled_at)
      VALUES ${rowsOf(rows.map(([key, at], index): Param[] => [index + 1, 'S', key, 'c', 'RINGING', ago(90), Buffer.from('x'), ago(90), at]))}`);
    expect(await purge()).toMatchObject({ call_report: 1 });
    expect(await keysOf(sql`SELECT event_id AS \`key\` FROM call_report`)).toEqual(['waits', 'young']);
  });

  it('deletes receipts whatever became of them, and none that waits for its message', async () => {
    const days = KEPT_DAYS.messageReceipt;
    const outcomes = ['APPLIED', 'LATE', 'EXPIRED', 'WAITING'];
    const rows = outcomes.flatMap((outcome): Param[][] => [
      [`old ${outcome}`, 'k', 'p', 'DELIVERED', ago(90), old(days), outcome],
      [`young ${outcome}`, 'k', 'p', 'DELIVERED', ago(90), young(days), outcome],
    ]);
    await api.rows(sql`
      INSERT INTO message_receipt (event_id, idempotency_key, provider_id, status, at, received_at, outcome)
      VALUES ${rowsOf(rows)}`);
    expect(await purge()).toMatchObject({ message_receipt: 3 });
    expect(await keysOf(sql`SELECT event_id AS \`key\` FROM message_receipt`)).toEqual(
      ['old WAITING', ...outcomes.map((outcome) => `young ${outcome}`)].sort(),
    );
  });

  it('deletes the counts of days that are over, and never today’s', async () => {
    const today = businessDay(new Date(NOW));
    const kept = addDays(today, -KEPT_DAYS.messageCount);
    const days = [today, kept, addDays(kept, -1), addDays(kept, -300)];
    await api.rows(sql`
      INSERT INTO message_count (scope, scope_id, day, used)
      VALUES ${rowsOf(days.map((day): Param[] => ['CASE', 1, day, 3]))}`);
    expect(await purge()).toMatchObject({ message_count: 2 });
    expect(await keysOf(sql`SELECT day AS \`key\` FROM message_count`)).toEqual([kept, today]);
  });

  it('deletes what was taken out on days that are over', async () => {
    const kept = addDays(businessDay(new Date(NOW)), -KEPT_DAYS.exportDay);
    await api.rows(sql`
      INSERT INTO export_day (user_id, day, files, row_count)
      VALUES ${rowsOf([kept, addDays(kept, -1)].map((day): Param[] => [1, day, 1, 10]))}`);
    expect(await purge()).toMatchObject({ export_day: 1 });
    expect(await keysOf(sql`SELECT day AS \`key\` FROM export_day`)).toEqual([kept]);
  });

  it('deletes what a workbook would have done', async () => {
    const days = KEPT_DAYS.sheetRow;
    const rows = [['old', old(days)], ['young', young(days)]] as const; // prettier-ignore
    await api.rows(sql`
      INSERT INTO sheet_row (upload_id, at, act, place, name, kept_at)
      VALUES ${rowsOf(rows.map(([key, at], index): Param[] => [1, index, 'CREATED', '2', key, at]))}`);
    expect(await purge()).toMatchObject({ sheet_row: 1 });
    expect(await keysOf(sql`SELECT name AS \`key\` FROM sheet_row`)).toEqual(['young']);
  });

  it('goes on in small parts until nothing old is left, and does nothing the second time', async () => {
    await requests(Array.from({ length: 25 }, (_, index) => [`old ${index}`, old(90)] as const));
    await requests([['young', young(1)]]);
    expect(await purge(10)).toMatchObject({ client_request: 25 });
    expect(await purge(10)).toMatchObject({ client_request: 0 });
    expect(await requestKeys()).toEqual(['young']);
  });

  it('finds what is old by an index, and a part at a time', async () => {
    await requests(Array.from({ length: 2_000 }, (_, index) => [`young ${index}`, young(1)] as const));
    for (const { table, statement } of PURGES) {
      const part = statement(new Date(NOW), 1_000);
      expect(part.text).toMatch(/ORDER BY .* LIMIT \?$/s);
      const [step] = await planOf(api, part);
      expect({ [table]: step }).toMatchObject({
        [table]: { type: 'range', key: expect.stringContaining(table) },
      });
      expect(step!.Extra).not.toContain('filesort');
    }
  });

  it('touches no evidence', () => {
    const tables = PURGES.map(({ table }) => table);
    for (const evidence of [
      'domain_event',
      'contact_receipt',
      'behaviour_record',
      'deduction_event',
      'payment',
    ])
      expect(tables).not.toContain(evidence);
  });
});

it('is done by the workers, when its job comes', async () => {
  await requests([['old', old(90)]]);
  const busy = await startWorkers({ processors: true });
  try {
    const schedulers = await busy.get(Jobs, { strict: false }).queue('days').getJobSchedulers();
    expect(schedulers.map(({ name }) => name)).toContain('retention.purge');
    await busy.get(Jobs, { strict: false }).add([{ name: 'retention.purge', data: {}, options: {} }]);
    await eventually(async () => expect(await requestKeys()).toEqual([]));
  } finally {
    await busy.close();
  }
});

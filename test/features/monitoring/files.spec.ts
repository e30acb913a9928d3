import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AnomalyPage } from '../../../contract/supervision/anomalies.js';
import {
  EXPORT_ROWS,
  type ExportRequested,
  type ExportFile,
} from '../../../contract/administration/exports.js';
import { AnomaliesService } from '../../../server/features/monitoring/anomalies/anomalies.service.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { sql } from '../../../server/platform/db/sql.js';
import { eventually } from '../../support/eventually.js';
import { useDesk } from '../../support/site.js';
import { startWorkers } from '../../support/workers.js';
import { createDesk, openCase, type DeskPerson } from '../cases/desk.js';
import { behaviours, calls } from './records.js';

let loan: string;
const { desk } = useDesk(createDesk);
beforeAll(async () => {
  const own = await openCase(desk, 'collector');
  loan = (await desk.as.supervisor.get<{ loanId: string }>(`task/info/${own}`)).data.loanId;
  await behaviours(desk, [
    { who: 'collector', ago: 40, caseId: own, type: 'VIEW_CASE' },
    { who: 'stranger', ago: 30, type: 'EXPORT' },
    { who: 'otherAdmin', ago: 20 },
  ]);
  const number = desk.api.get(Vault).index('+525512345678');
  await calls(desk, [
    { caseId: own, number, ago: 60, talk: 42 },
    { who: 'stranger', ago: 30 },
    { who: 'otherAdmin', ago: 20 },
  ]);
});

async function take(who: DeskPerson, path: string): Promise<Record<string, string>[]> {
  const { text, headers } = await desk.as[who].agent.get(`/api/${path}`);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="(behaviours|calls)-.*\.csv"$/);
  return parse(text, { bom: true, columns: true });
}
const eventsOf = async (person: DeskPerson) =>
  (
    await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'list.exported' AND actor_id = ${desk.people[person].id} ORDER BY id`)
  ).map(({ payload }) => JSON.parse(payload) as unknown);

describe('what was recorded, as a file', () => {
  it('has the rows of the screen, masked and of the institution alone, the newest first', async () => {
    const records = await take('supervisor', 'user/behavior/export?dateFrom=2026-11-18&dateTo=2026-11-18');
    expect(records.map((row) => [row['Person'], row['Behaviour'], row['Loan ID']])).toEqual([
      ['stranger', 'EXPORT', ''],
      ['collector', 'VIEW_CASE', loan],
    ]);
    expect(records[0]).toMatchObject({
      'Date and time': '2026-11-18 11:59:30',
      'Operation IP': '203.0.113.7',
    });
    const made = await take('supervisor', 'softPhone/callRecordExport');
    expect(made.map((row) => [row['Collector'], row['Order ID'], row['Duration']])).toEqual([
      ['stranger', '', '60'],
      ['collector', loan, '42'],
    ]);
    expect(made[1]!['Called number']).toBe('52 55 •••• 0001');
    expect(made.map((row) => row['Simulated'])).toEqual(made.map(() => '0'));
    expect(await take('otherAdmin', 'user/behavior/export')).toHaveLength(1);
    expect(await take('otherAdmin', 'softPhone/callRecordExport?phone=5512345678')).toEqual([]);
  });

  it('is narrowed as the screen, and tells its filter without what was typed of a borrower', async () => {
    const { username } = desk.people.collector;
    expect(await take('supervisor', `user/behavior/export?username=${username}&loanId=${loan}`)).toHaveLength(
      1,
    );
    expect(await take('supervisor', 'softPhone/callRecordExport?phone=5512345678')).toHaveLength(1);
    expect((await eventsOf('supervisor')).slice(-2)).toEqual([
      { list: 'behaviours', filter: { username, loanId: '•' }, rows: 1 },
      { list: 'calls', filter: { phone: '•' }, rows: 1 },
    ]);
  });

  it('needs its own permission', async () => {
    for (const who of ['collector', 'leader'] as const)
      for (const path of ['user/behavior/export', 'softPhone/callRecordExport'])
        expect((await desk.as[who].get(path)).code).toBe('20');
    expect(await eventsOf('leader')).toEqual([]);
  });

  it('is found unusual when somebody takes many', async () => {
    const before = (await eventsOf('admin')).length;
    for (let n = 0; n < 6; n++) await take('admin', 'user/behavior/export');
    expect(await eventsOf('admin')).toHaveLength(before + 6);
    await desk.api.get(AnomaliesService).judge(desk.people.admin.id);
    const { result } = (await desk.as.supervisor.get<AnomalyPage>('user/behavior/anomalies')).data;
    expect(result.find(({ rule }) => rule === 'exports')).toMatchObject({
      userId: desk.people.admin.id,
      measured: 6,
    });
  });
});

it('above 5,000 rows is written by a job, with all of them', async () => {
  const more = EXPORT_ROWS + 1;
  const given = { who: 'colleague', type: 'PAGE' } as const;
  for (let at = 0; at < more; at += 1_000)
    await behaviours(
      desk,
      Array.from({ length: Math.min(1_000, more - at) }, (_, n) => ({
        ...given,
        ago: 3_600 + Math.floor((at + n) / 10),
      })),
    );
  const workers = await startWorkers({ processors: true });
  try {
    const { username } = desk.people.colleague;
    const asked = await desk.as.supervisor.get<ExportRequested>(`user/behavior/export?username=${username}`);
    expect(asked).toMatchObject({ code: '00', data: { jobId: expect.any(Number) } });
    await eventually(async () => {
      const { data } = await desk.as.supervisor.get<ExportFile[]>('export/list');
      expect(data).toMatchObject([{ list: 'behaviours', status: 'READY', rows: more }]);
    });
    const { text } = await desk.as.supervisor.agent.get(`/api/export/file/${asked.data.jobId}`);
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(rows).toHaveLength(more);
    const times = rows.map((row) => row['Date and time']!);
    expect(times).toEqual([...times].sort().reverse());
  } finally {
    await workers.close();
  }
});

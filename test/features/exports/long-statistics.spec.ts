import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import {
  EXPORT_ROWS,
  type ExportRequested,
  type ExportFile,
} from '../../../contract/administration/exports.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { insert } from '../../data/rows.js';
import { createCase, pay } from '../../support/cases.js';
import { shiftDate } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';
import { createOrg, createUser, signedIn, type Client } from '../../support/org.js';
import { useServer } from '../../support/site.js';
import { startWorkers } from '../../support/workers.js';

const PAYMENTS = EXPORT_ROWS + 1;
const DAY_MS = 86_400_000;

let ana: Client;
let externalId: string;
let workers: Awaited<ReturnType<typeof startWorkers>> | undefined;

afterAll(() => workers?.close());
const { api } = useServer();
beforeAll(async () => {
  const org = await createOrg(api);
  ana = await signedIn(api, await createUser(api, org, 'member'));
  ({ externalId } = await createCase(api, org, { ownerId: ana.person.id }));
  await pay(api, { loanItemExternalId: externalId, amount: 1, providerReference: 'first' });
  const [first] = await api.rows<Record<string, string>>(sql`SELECT * FROM payment`);
  const copies = (await api.get(Ids).takeMany(EXPORT_ROWS)).map((id) => {
    return { ...first!, id, provider_reference: `copy-${id}` };
  });
  for (let at = 0; at < copies.length; at += 500)
    await api.rows(insert('payment', copies.slice(at, at + 500)));
});
afterEach(() => {
  jest.useRealTimers();
});

it('writes more than 5,000 payments of a day by a job: those of the day and moment when they were asked for', async () => {
  const asked = await ana.get<ExportRequested>('repay/statistics/?output=1');
  expect(asked).toMatchObject({ code: '00', data: { jobId: expect.any(Number) } });
  await pay(api, { loanItemExternalId: externalId, amount: 2, providerReference: 'later' });
  await api.rows(sql`UPDATE collection_case SET owner_id = NULL, status = 'C40'`);
  shiftDate(Date.now() + DAY_MS);
  workers = await startWorkers({ processors: true });
  await eventually(async () => {
    expect(await api.rows(sql`SELECT status FROM export_file`)).toEqual([{ status: 'READY' }]);
  });
  jest.useRealTimers();
  expect((await ana.get<ExportFile[]>('export/list')).data).toMatchObject([
    { list: 'statistics', status: 'READY', rows: PAYMENTS, done: PAYMENTS },
  ]);
  const { text } = await ana.agent
    .get(`/api/export/file/${asked.data.jobId}`)
    .set('accept-language', 'en')
    .unset('x-auth-token');
  const rows = parse<Record<string, string>>(text, { bom: true, columns: true });
  expect(rows).toHaveLength(PAYMENTS);
  expect(new Set(rows.map((row) => row['Repaid amount']))).toEqual(new Set(['0.01']));
  // The case was lost meanwhile.
  expect(new Set(rows.map((row) => row['User name']))).toEqual(new Set(['']));
});

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RESULT_CODES } from '../../../contract/errors.js';
import { EVENTS } from '../../../contract/events/events.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { endpointsOf } from '../../../server/platform/auth/endpoints.js';
import { QUEUES } from '../../../server/platform/jobs/job-table.js';
import { MetricsServer } from '../../../workers/metrics-server.js';
import { eventually } from '../../support/eventually.js';
import { agentTo } from '../../support/http.js';
import { TestSocket } from '../../support/sockets.js';
import { useDesk } from '../../support/site.js';
import { contactOf, createDesk, openCase } from '../cases/desk.js';

const TOKEN = 'a-token-of-the-metrics';
const FORWARDED = { 'x-forwarded-for': '198.51.100.7' };
/** Values that no metric may hold: a borrower's, a person's, an address. */
const NAME = 'Zyxborrower Nunca Visto';

let urls: { server: string; workers: string };
let socket: TestSocket;

afterAll(() => socket.close());
const { desk, workers } = useDesk(createDesk, {
  env: { RECOUP_METRICS_PORT: '0', RECOUP_METRICS_TOKEN: TOKEN, HOST: '127.0.0.1' },
  workers: { processors: true },
});
beforeAll(async () => {
  const port = await workers.get(MetricsServer).start();
  urls = { server: desk.api.url, workers: `http://127.0.0.1:${port}` };
  socket = await TestSocket.open(desk.as.collector);
});

const read = (url: string, headers: Record<string, string> = {}) => agentTo(url, headers).get('/metrics');
const textOf = async (url: string) => (await read(url)).text;

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}
function samplesOf(text: string): Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name: name!,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]),
    ),
    value: value === '+Inf' ? Infinity : Number(value),
  }));
}
/** Names of all declared metrics, also when nothing was counted yet. */
function namesOf(text: string): Set<string> {
  const declared = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    declared.flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name! + end) : name!,
    ),
  );
}
const valueOf = (samples: Sample[], name: string, labels: Record<string, string> = {}) =>
  samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
  )?.value;

describe('metrics', () => {
  it.each(['server', 'workers'] as const)(
    'of the %s are for this machine and for who has the token',
    async (name) => {
      const url = urls[name];
      expect((await read(url)).status).toBe(200);
      expect((await read(url, FORWARDED)).status).toBe(404);
      expect((await read(url, { ...FORWARDED, authorization: 'Bearer a-token-of-nobody-else' })).status).toBe(
        404,
      );
      expect((await read(url, { ...FORWARDED, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    },
  );

  it('count answers by route and code, and sockets', async () => {
    await desk.as.collector.get('task/info/1');
    await desk.as.collector.get('task/counts');
    await agentTo(urls.server).get('/no/such/page');
    const samples = samplesOf(await textOf(urls.server));
    const answers = (route: string, code: string) =>
      valueOf(samples, 'recoup_http_answers_total', { route, code, method: 'GET' });
    expect(answers('/api/task/info/:id', '21')).toBe(1);
    expect(answers('/api/task/counts', '00')).toBe(1);
    expect(answers('other', '21')).toBeGreaterThanOrEqual(1);
    expect(valueOf(samples, 'recoup_sockets')).toBe(1);
    expect(
      valueOf(samples, 'recoup_database_connections', { pool: 'readers', state: 'open' }),
    ).toBeGreaterThan(0);
    expect(valueOf(samples, 'recoup_disk_free_bytes')).toBeGreaterThan(0);
  });

  it('tell how old the last backup is, and that one which cannot be read back is none', async () => {
    const age = async () => valueOf(samplesOf(await textOf(urls.server)), 'recoup_backup_age_seconds');
    const last = (checked: boolean | null) =>
      writeFile(
        join(process.env['RECOUP_DATA_DIR']!, 'last-backup.json'),
        JSON.stringify({ made: new Date(Date.now() - 27 * 3_600_000).toISOString(), checked }),
      );
    expect(await age()).toBeNaN();
    await last(null);
    expect(await age()).toBeGreaterThan(26 * 3_600);
    await last(false);
    expect(await age()).toBe(Infinity);
  });

  it('tell of events, of what the guard decided, and of what waits', async () => {
    const taskId = await openCase(desk, 'collector', { cells: { borrowerName: NAME } });
    const contactId = await contactOf(desk, taskId);
    const judged = { caseId: taskId, contactId, receiptId: 1, channel: 'CALL', incoming: false } as const;
    await desk.api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
      tx.emit('contact.judged', { ...judged, allowed: true, rules: [] });
      tx.emit('contact.judged', { ...judged, allowed: false, rules: ['attemptSpacing'] });
    });
    const samples = await eventually(async () => {
      const found = samplesOf(await textOf(urls.workers));
      expect(valueOf(found, 'recoup_events_total', { name: 'contact.judged' })).toBe(2);
      expect(valueOf(found, 'recoup_relay_lag_seconds')).toBe(0);
      return found;
    });
    for (const outcome of ['allowed', 'refused'])
      expect(valueOf(samples, 'recoup_guard_decisions_total', { outcome, channel: 'CALL' })).toBe(1);
    expect(valueOf(samples, 'recoup_guard_refusals_total', { rule: 'attemptSpacing' })).toBe(1);
    expect(
      valueOf(samples, 'recoup_queue_jobs', { queue: 'calls', state: 'waiting' }),
    ).toBeGreaterThanOrEqual(0);
    expect(valueOf(samples, 'recoup_queue_oldest_seconds', { queue: 'calls' })).toBeGreaterThanOrEqual(0);
  });

  it('have labels of sets that the code knows, and nothing personal', async () => {
    await agentTo(urls.server).get(`/api/task/info/${encodeURIComponent(NAME)}`);
    await agentTo(urls.server).get(`/${encodeURIComponent(NAME)}`);
    const text = `${await textOf(urls.server)}\n${await textOf(urls.workers)}`;
    const routes = endpointsOf(desk.api.app).flatMap(({ paths }) => paths.map((path) => `/api/${path}`));
    const known: Record<string, Set<string>> = {
      route: new Set([...routes, 'other']),
      code: new Set([...Object.values(RESULT_CODES), 'none']),
      queue: new Set(Object.values(QUEUES).map(({ queue }) => queue)),
      job: new Set([...Object.keys(QUEUES), 'unknown']),
    };
    const ours = samplesOf(text).filter(({ name }) => name.startsWith('recoup_'));
    for (const { labels } of ours)
      for (const [label, value] of Object.entries(labels)) {
        if (known[label])
          expect({ [label]: known[label].has(value) ? value : null }).toEqual({ [label]: value });
        expect(value.length).toBeLessThan(80);
      }
    const events = ours.filter(({ name }) => name === 'recoup_events_total');
    for (const { labels } of events) expect(Object.keys(EVENTS)).toContain(labels['name']);
    expect(text).not.toContain('Zyx');
    for (const { username } of Object.values(desk.people)) expect(text).not.toContain(username);
  });

  it.each(['ops/dashboard.json', 'ops/alerts.yml'])('that %s names are all there', async (file) => {
    const there = new Set([...namesOf(await textOf(urls.server)), ...namesOf(await textOf(urls.workers))]);
    const named = new Set(readFileSync(file, 'utf8').match(/\b(?:recoup|nodejs|process)_[a-z0-9_]+\b/g));
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((name) => !there.has(name))).toEqual([]);
  });

  it.each([
    ['ops/alerts.yml', 'docs/operations.md'],
    ['ops/cluster-alerts.yml', 'docs/failover.md'],
  ])('whoever is woken by an alert of %s finds in %s what to do', (rules, page) => {
    const alerts = [...readFileSync(rules, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const rows = readFileSync(page, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(alerts.length).toBeGreaterThan(5);
    expect(alerts.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HealthPart, PartHealth, SystemHealth } from '../../../contract/administration/health.js';
import { healthOf, providersHealth, sealsHealth } from '../../../server/domain/health/health.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { ProviderOutcomes } from '../../../server/platform/providers/provider-outcomes.js';
import { Jobs } from '../../../server/platform/jobs/jobs.js';
import { createOrg, createUser, signedIn, type Client, type Org } from '../../support/org.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

const PACKAGE = new URL('../../../package.json', import.meta.url);
const HOUR_MS = 3_600_000;
let stack: Stack;
let api: Api;
let org: Org;
let admin: Client;

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
  org = await createOrg(api);
  admin = await signedIn(api, await createUser(api, org, 'admin'));
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

const read = async () => (await admin.get<SystemHealth>('system/health')).data;
const partOf = async (part: HealthPart): Promise<PartHealth> =>
  (await read()).parts.find((each) => each.part === part)!;

describe('the health of the system', () => {
  it('is good where there is nothing to do, with the version and the schema that run', async () => {
    const { parts, version, schema } = await read();
    const { version: named } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
    expect(version).toBe(named);
    expect(schema).toMatch(/^\d{4}$/);
    const states = Object.fromEntries(parts.map(({ part, state }) => [part, state]));
    expect(states).toMatchObject({ relay: 'GOOD', jobs: 'GOOD', failedJobs: 'GOOD', providers: 'GOOD' });
    for (const part of ['database', 'redis'] as const) expect((await partOf(part)).value).not.toBeNull();
    expect((await partOf('disk')).value).toBeGreaterThanOrEqual(0);
  });

  it('is for administrators alone', async () => {
    for (const role of ['member', 'leader', 'supervisor'] as const) {
      const person = await signedIn(api, await createUser(api, org, role));
      expect((await person.get('system/health')).code).toBe('20');
    }
  });

  it('tells how long the oldest event waits for the relay', async () => {
    await api.rows(sql`
      INSERT INTO domain_event (name, subject_type, subject_id, payload, effective_at, recorded_at)
      VALUES ('grants.changed', 'institution', 1, '{}', NOW(3), ${new Date(Date.now() - 90_000)})`);
    await api.rows(sql`INSERT INTO outbox (event_id) SELECT MAX(id) FROM domain_event`);
    const { state, value } = await partOf('relay');
    expect(state).toBe('BAD');
    expect(value).toBeGreaterThanOrEqual(89);
  });

  it('tells how long the oldest job waits for a worker', async () => {
    const queue = api.get(Jobs).queue('calls');
    await queue.add('calls.dial', {}, { timestamp: Date.now() - 200_000 });
    expect(await partOf('jobs')).toMatchObject({ state: 'WARN' });
    await queue.obliterate({ force: true });
  });

  it('names a provider that is in use and not connected', async () => {
    await api.rows(sql`
      INSERT INTO message_template (id, institution_id, channel, name, texts, updated_at)
      VALUES (1, ${org.institutionId}, 'SMS', 'T', '{}', NOW(3))`);
    expect(await partOf('providers')).toEqual({ part: 'providers', state: 'WARN', value: 1 });
  });

  it('counts the texts of which the carrier has said nothing, but those of a moment ago and of long ago', async () => {
    const unknown = (id: number, minutes: number) =>
      api.rows(sql`
        INSERT INTO message (id, case_id, borrower_id, contact_id, channel, template_id, phone_enc, phone_mask, text_enc,
          status, due_at, attempts_allowed, slot_day, created_at)
        VALUES (${id}, 1, 1, 1, 'SMS', 1, 'x', 'x', 'x', 'UNKNOWN', ${new Date(Date.now() - minutes * 60_000)}, 8,
          CURRENT_DATE, NOW(3))`);
    expect(await partOf('messages')).toEqual({ part: 'messages', state: 'GOOD', value: 0 });
    await unknown(1, 5);
    await unknown(2, 31);
    await unknown(3, 8 * 24 * 60);
    expect(await partOf('messages')).toEqual({ part: 'messages', state: 'WARN', value: 1 });
  });

  it('says for how long a webhook that is on has not been taken', async () => {
    const failing = (id: number, enabled: boolean, hours: number) =>
      Promise.all([
        api.rows(sql`
          INSERT INTO webhook (id, institution_id, name, address, events, enabled)
          VALUES (${id}, ${org.institutionId}, ${`W${id}`}, 'https://w.example', '[]', ${enabled})`),
        api.rows(sql`
          INSERT INTO webhook_state (webhook_id, seq, failures, failing_since, next_at)
          VALUES (${id}, 0, 3, ${new Date(Date.now() - hours * HOUR_MS - 1_000)}, NOW(3))`),
      ]);
    expect(await partOf('webhooks')).toEqual({ part: 'webhooks', state: 'GOOD', value: 0 });
    await failing(1, false, 90);
    await failing(2, true, 25);
    await failing(3, true, 2);
    expect(await partOf('webhooks')).toEqual({ part: 'webhooks', state: 'BAD', value: 25 });
  });

  it('tells how much of an hour’s requests failed at the provider that fails most', async () => {
    expect(await partOf('answers')).toEqual({ part: 'answers', state: 'GOOD', value: 0 });
    const outcomes = api.get(ProviderOutcomes);
    for (const failed of [true, true, false, true]) outcomes.note('rails', failed);
    expect(await partOf('answers')).toMatchObject({ state: 'GOOD', value: 0 });
    outcomes.note('rails', false);
    for (let count = 0; count < 10; count++) outcomes.note('carrier', false);
    expect(await partOf('answers')).toEqual({ part: 'answers', state: 'BAD', value: 60 });
  });

  it('says when the last backup was made, and that none is known', async () => {
    expect(await partOf('backup')).toEqual({ part: 'backup', state: 'WARN', value: null });
    const file = join(stack.dataDir, 'last-backup.json');
    const last = (hours: number, checked: boolean | null) => {
      const made = new Date(Date.now() - hours * HOUR_MS - 1_000).toISOString();
      return writeFile(file, JSON.stringify({ made, checked }));
    };
    await last(30, true);
    expect(await partOf('backup')).toEqual({ part: 'backup', state: 'WARN', value: 30 });
    await last(10, null);
    expect(await partOf('backup')).toEqual({ part: 'backup', state: 'GOOD', value: 10 });
    // One that could not be read back is none, however young it is.
    await last(1, false);
    expect(await partOf('backup')).toEqual({ part: 'backup', state: 'BAD', value: 1 });
    await rm(file);
  });

  it.each([
    ['disk', 79, 'GOOD'],
    ['disk', 80, 'WARN'],
    ['disk', 90, 'BAD'],
    ['redis', null, 'BAD'],
    ['backup', 25, 'GOOD'],
    ['backup', 26, 'WARN'],
    ['backup', 168, 'BAD'],
    ['seals', null, 'WARN'],
    ['seals', 0, 'GOOD'],
    ['seals', 30, 'WARN'],
  ] as const)('of %s at %p is %s', (part, value, state) => {
    expect(healthOf(part, value).state).toBe(state);
  });

  it('minds a log of which more was signed than there is', () => {
    expect(sealsHealth({ minutes: 5, isShort: true })).toEqual({ part: 'seals', state: 'BAD', value: 5 });
    expect(sealsHealth({ minutes: 5, isShort: false }).state).toBe('GOOD');
  });

  it('minds a simulator in a live site alone', () => {
    expect([providersHealth(0, true), providersHealth(2, true), providersHealth(2, false)]).toMatchObject([
      { state: 'GOOD' },
      { state: 'BAD' },
      { state: 'WARN' },
    ]);
  });
});

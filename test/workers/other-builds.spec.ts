import type { INestApplicationContext } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Ids } from '../../server/platform/db/ids.js';
import { sql } from '../../server/platform/db/sql.js';
import { Jobs } from '../../server/platform/jobs/jobs.js';
import { createCase, pay } from '../support/cases.js';
import { eventually } from '../support/eventually.js';
import { useSite } from '../support/site.js';
import { startWorkers } from '../support/workers.js';

const running: INestApplicationContext[] = [];
const { api, org } = useSite({});
afterEach(async () => {
  for (const context of running.splice(0)) await context.close();
});
async function workers(options: { processors?: boolean } = {}): Promise<void> {
  running.push(await startWorkers(options));
}

const waiting = async () =>
  (
    await api.rows<{ name: string }>(sql`
    SELECT e.name FROM outbox o JOIN domain_event e ON e.id = o.event_id ORDER BY o.event_id`)
  ).map(({ name }) => name);
let references = 0;
async function paid(): Promise<void> {
  const test = await createCase(api, org, {});
  const providerReference = `builds-${++references}`;
  await pay(api, { loanItemExternalId: test.externalId, amount: 100, providerReference });
}

describe('beside workers of a newer build', () => {
  it('a relay carries what came before an event that it does not know, and leaves the rest to theirs', async () => {
    await paid();
    const before = (await waiting()).length;
    expect(before).toBeGreaterThan(0);
    const id = await api.get(Ids).take();
    await api.rows(sql`
      INSERT INTO domain_event (id, name, subject_type, subject_id, case_id, payload, effective_at, recorded_at)
      SELECT ${id}, 'case.teleported', subject_type, subject_id, case_id, '{}', effective_at, recorded_at
      FROM domain_event ORDER BY id DESC LIMIT 1`);
    await api.rows(sql`INSERT INTO outbox (event_id) VALUES (${id})`);
    await paid();
    await workers();
    await eventually(async () => expect(await waiting()).toHaveLength(before + 1));
    expect((await waiting())[0]).toBe('case.teleported');
    // A relay that knows it has carried it.
    await api.rows(sql`DELETE FROM outbox WHERE event_id = ${id}`);
    await eventually(async () => expect(await waiting()).toEqual([]));
  });

  it('a job that it does not know waits for a worker that does, and fails after a day', async () => {
    await workers({ processors: true });
    const queue = api.get(Jobs).queue('behaviour');
    const fresh = await queue.add('from.tomorrow', {});
    await eventually(async () => expect(await fresh.getState()).toBe('delayed'));
    const old = await queue.add('from.tomorrow', {}, { timestamp: Date.now() - 25 * 3_600_000 });
    await eventually(async () => expect(await old.getState()).toBe('failed'));
    await Promise.all([fresh.remove(), old.remove()]);
  });
});

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PartHealth, SystemHealth } from '../../../contract/administration/health.js';
import type { IntakeAnswer } from '../../../contract/cases/intake.js';
import { Metrics } from '../../../server/platform/metrics/metrics.js';
import { sql } from '../../../server/platform/db/sql.js';
import { postSigned } from '../../support/signed.js';
import { useSite } from '../../support/site.js';
import { TEST_SECRETS } from '../../support/stack.js';

const HOUR_MS = 3_600_000;
const { api, stack, admin } = useSite({ people: { admin: 'admin' } });
beforeEach(() => api.rows(sql`DELETE FROM reported_backup`));

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS - 1_000).toISOString();
const report = (message: Record<string, unknown>, secret = TEST_SECRETS.intakeHmac) =>
  postSigned<IntakeAnswer>(api, 'system/backup', secret, message);
const health = async (): Promise<Omit<PartHealth, 'part'>> => {
  const { parts } = (await admin.get<SystemHealth>('system/health')).data;
  const { state, value } = parts.find(({ part }) => part === 'backup')!;
  return { state, value };
};

describe('a backup by the lender’s own tools', () => {
  it('counts for the health and the metrics once it is reported', async () => {
    expect(await health()).toEqual({ state: 'WARN', value: null });
    expect(await report({ made: ago(3), checked: true })).toMatchObject({ data: { outcome: 'TAKEN' } });
    expect(await health()).toEqual({ state: 'GOOD', value: 3 });
    const metric = await api.get(Metrics).registry.getSingleMetricAsString('recoup_backup_age_seconds');
    expect(Number(/^recoup_backup_age_seconds (\S+)$/m.exec(metric)![1])).toBeCloseTo(3 * 3_600, -2);
  });

  it('is none when it could not be read back, and is one when it was looked at again', async () => {
    const made = ago(1);
    await report({ made, checked: false });
    expect(await health()).toEqual({ state: 'BAD', value: 1 });
    expect(await report({ made, checked: true })).toMatchObject({ data: { outcome: 'TAKEN' } });
    expect(await health()).toEqual({ state: 'GOOD', value: 1 });
  });

  it('is told by the newest report, however often and in which order they come', async () => {
    const made = ago(2);
    await report({ made, checked: true });
    expect(await report({ made, checked: true })).toMatchObject({ data: { outcome: 'REPEATED' } });
    expect(await report({ made: ago(30), checked: false })).toMatchObject({ data: { outcome: 'OUTDATED' } });
    expect(await health()).toEqual({ state: 'GOOD', value: 2 });
  });

  it('stands beside one of the data folder: the newer of both is told', async () => {
    const file = join(stack.dataDir, 'last-backup.json');
    await writeFile(file, JSON.stringify({ made: ago(5), checked: true }));
    await report({ made: ago(9) });
    expect(await health()).toEqual({ state: 'GOOD', value: 5 });
    await report({ made: ago(4) });
    expect(await health()).toEqual({ state: 'GOOD', value: 4 });
    await rm(file);
  });

  it('was not made later than now', async () => {
    await report({ made: ago(-40), checked: true });
    expect(await health()).toEqual({ state: 'GOOD', value: 0 });
  });

  it.each([
    ['another’s key', { made: ago(1) }, TEST_SECRETS.carrierHmac],
    ['no time', { checked: true }, TEST_SECRETS.intakeHmac],
    ['a word for the check', { made: ago(1), checked: 'yes' }, TEST_SECRETS.intakeHmac],
  ])('is not taken with %s', async (_, message, secret) => {
    expect((await report(message, secret)).code).not.toBe('00');
    expect(await health()).toEqual({ state: 'WARN', value: null });
  });
});

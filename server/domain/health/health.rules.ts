import type { LastBackup } from '../../platform/files/last-backup.js';
import type { Unsigned } from '../seals/heads.rules.js';
import type { ProviderHour } from '../../../contract/administration/connections.js';
import type { HealthPart, HealthState, PartHealth } from '../../../contract/administration/health.js';

const HOUR_MS = 3_600_000;
/** From which value on a part wants somebody to look today, and now: those of ops/alerts.yml where it has them. */
const LIMITS: Record<HealthPart, readonly [warn: number, bad: number]> = {
  database: [200, 2_000],
  redis: [100, 1_000],
  relay: [10, 60],
  jobs: [120, 900],
  failedJobs: [1, 100],
  providers: [1, 1],
  disk: [80, 90],
  backup: [26, 7 * 24],
  seals: [30, 24 * 60],
  signedWords: [30, 24 * 60],
  timeStamps: [1, 7],
  messages: [1, 100],
  webhooks: [1, 24],
  answers: [10, 50],
  telephone: [1, 1],
};
/** Said when there is nothing to measure. */
const MISSING: Record<HealthPart, HealthState> = {
  ...{ database: 'BAD', redis: 'BAD', relay: 'BAD', jobs: 'BAD', failedJobs: 'BAD' },
  ...{ providers: 'GOOD', disk: 'WARN', backup: 'WARN', seals: 'WARN', signedWords: 'WARN' },
  timeStamps: 'GOOD',
  ...{ messages: 'GOOD', webhooks: 'GOOD', answers: 'GOOD', telephone: 'BAD' },
};

export function healthOf(part: HealthPart, value: number | null): PartHealth {
  if (value === null) return { part, value, state: MISSING[part] };
  const [warn, bad] = LIMITS[part];
  return { part, value, state: value >= bad ? 'BAD' : value >= warn ? 'WARN' : 'GOOD' };
}

/**
 * A backup is made by the machine's clock, also of a demo with another one. One that could not be read back is none.
 *
 * @param now milliseconds of that clock
 */
export function backupHealth(last: LastBackup | null, now = Date.now()): PartHealth {
  if (!last) return healthOf('backup', null);
  const { state, ...health } = healthOf(
    'backup',
    Math.max(0, Math.floor((now - last.made.getTime()) / HOUR_MS)),
  );
  return { ...health, state: last.checked === false ? 'BAD' : state };
}

/** A chain that is shorter than what was signed of it has lost events, or was restored. */
export function sealsHealth({ minutes, isShort }: Unsigned): PartHealth {
  const { state, ...health } = healthOf('seals', minutes);
  return { ...health, state: isShort ? 'BAD' : state };
}

/** A demo or a trial has nobody outside to convince. @param minutes null where no address is set and nobody is mailed */
export function signedWordsHealth(minutes: number | null, isLive: boolean): PartHealth {
  const { state, ...health } = healthOf('signedWords', minutes);
  return { ...health, state: minutes === null && !isLive ? 'GOOD' : state };
}

/** One failure of two requests says nothing yet. */
const ENOUGH = 5;

/** @param hour 0 to 23, the one that runs @returns percent of the provider that fails most in this hour and the one before */
export function failingPercent(days: readonly (readonly ProviderHour[])[], hour: number): number {
  const shares = days.map((day) => {
    const recent = day.filter((one) => one.hour === hour || one.hour === hour - 1);
    const failed = recent.reduce((sum, one) => sum + one.failed, 0);
    const all = recent.reduce((sum, one) => sum + one.answered + one.failed, 0);
    return all < ENOUGH ? 0 : Math.round((failed / all) * 100);
  });
  return Math.max(0, ...shares);
}

/** Simulators in a demo or a trial are no fault, but nobody should forget them. */
export function providersHealth(lacking: number, isLive: boolean): PartHealth {
  const { state, ...health } = healthOf('providers', lacking);
  return { ...health, state: state === 'BAD' && !isLive ? 'WARN' : state };
}

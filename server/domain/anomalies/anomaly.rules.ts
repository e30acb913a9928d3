import type { AnomalyRule, AnomalyRules } from '../../../contract/supervision/anomalies.js';
import { hourOf } from '../../../contract/shared/wall-clock.js';
import { wilson } from '../calls/wilson.rules.js';
import { WRONG_DAYS, type Measures } from './anomaly-measures.sql.js';

/** A rule's finding about a person. */
export interface Finding {
  rule: AnomalyRule;
  /** Tells what one rule finds of one person apart. */
  key: string;
  about: string | null;
  caseId: number | null;
  measured: number;
  compared: number;
  /** Within which it is one finding that goes on; null: on one day. */
  minutes: number | null;
}
export type Measured = { [Name in keyof Measures]: readonly Measures[Name][] };

const DAY_MINUTES = 1_440;

/** Findings among the measured values. */
export function findingsIn(rules: AnomalyRules, found: Measured): Finding[] {
  const findings: Finding[] = [];
  const add = (rule: AnomalyRule, given: Partial<Finding> & Pick<Finding, 'measured' | 'compared'>) =>
    findings.push({ rule, key: '', about: null, caseId: null, minutes: null, ...given });
  const burst = (
    rule: AnomalyRule,
    rows: readonly { count: number }[],
    limit: number,
    minutes: number | null,
  ) => {
    const count = rows[0]?.count ?? 0;
    if (limit > 0 && count >= limit) add(rule, { measured: count, compared: limit, minutes });
  };
  burst('revealBurst', found.reveals, rules.reveals, rules.revealMinutes);
  burst('exports', found.files, rules.exports, null);
  burst('shortCalls', found.short, rules.shortCalls, rules.shortMinutes);
  for (const { address, known } of rules.newAddress ? found.places : [])
    if (known > 0) add('newAddress', { key: address, about: address, measured: 1, compared: known });
  for (const { device, known } of rules.newDevice ? found.devices : [])
    if (known > 0) add('newDevice', { key: device.slice(0, 64), measured: 1, compared: known });
  for (const { at } of rules.night ? found.work : [])
    if (isNight(hourOf(at), rules)) add('nightWork', { measured: hourOf(at), compared: rules.nightFrom });
  for (const { number, mask, caseId, people } of rules.sharedPeople > 0 ? found.shared : [])
    add('sharedNumber', {
      ...{ key: number.toString('hex'), about: mask, caseId },
      ...{ measured: people, compared: rules.sharedPeople, minutes: rules.sharedHours * 60 },
    });
  for (const { contactId, caseId, count } of rules.refused > 0 ? found.refused : [])
    add('refusedRetry', {
      ...{ key: String(contactId), caseId, measured: count },
      ...{ compared: rules.refused, minutes: rules.refusedMinutes },
    });
  const [wrong] = rules.wrongFrom > 0 ? found.wrong : [];
  if (wrong && wilson(wrong.wrong, wrong.calls).low > (2 * wrong.allWrong) / wrong.all)
    add('wrongParty', {
      measured: percent(wrong.wrong / wrong.calls),
      ...{ compared: percent((2 * wrong.allWrong) / wrong.all), minutes: WRONG_DAYS * DAY_MINUTES },
    });
  return findings;
}

const percent = (share: number) => Math.round(100 * share);

/** From the first hour on until the other one begins, over midnight when it is the later one. */
export function isNight(hour: number, { nightFrom, nightTo }: AnomalyRules): boolean {
  return nightFrom <= nightTo ? hour >= nightFrom && hour < nightTo : hour >= nightFrom || hour < nightTo;
}

export function windowOf({ minutes }: Finding): number {
  return (minutes ?? DAY_MINUTES / 2) * 60_000;
}

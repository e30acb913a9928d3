import type { AnomalyRules } from '../../../contract/supervision/anomalies.js';
import { PARTIES } from '../../../contract/contact/who-answers.js';
import { businessDay } from '../../../contract/shared/date.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';

/** Records younger than this are judged with the next ones. */
const JUST_MS = 15 * 60_000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** Days of the person's own calls, and of those that they are compared with. */
export const WRONG_DAYS = 7;
const COMPARED_DAYS = 30;

export interface Measures {
  reveals: { count: number };
  files: { count: number };
  places: { address: string; known: number };
  devices: { device: string; known: number };
  work: { at: Date };
  short: { count: number };
  shared: { number: Buffer; mask: string; caseId: number | null; people: number };
  refused: { contactId: number; caseId: number; count: number };
  /** Calls whose answerer is known: the person's, and all of the institution. */
  wrong: { calls: number; wrong: number; all: number; allWrong: number };
}

/**
 * One read for each rule, in the order of `Measures`: all of one person, each by an index, over no more than its time. Only
 * what the server did or saw is judged: a browser reports what it likes.
 */
export function measuresOf(userId: number, rules: AnomalyRules, now: Date): Statement[] {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
  const just = new Date(now.getTime() - JUST_MS);
  return [
    sql`SELECT COUNT(*) AS count FROM phone_reveal r WHERE r.user_id = ${userId} AND r.at > ${ago(rules.revealMinutes)}`,
    sql`SELECT e.files AS count FROM export_day e WHERE e.user_id = ${userId} AND e.day = ${businessDay(now)}`,
    // Whoever has never been anywhere is not in a new place.
    sql`SELECT b.address, (SELECT COUNT(DISTINCT o.address) FROM behaviour_record o
          WHERE o.user_id = ${userId} AND o.at < b.at AND o.address <> b.address AND o.source = 'SERVER'
            AND o.address <> '') AS known
        FROM behaviour_record b
        WHERE b.user_id = ${userId} AND b.at > ${just} AND b.is_new = 1 AND b.source = 'SERVER' ORDER BY b.at DESC LIMIT 5`,
    sql`SELECT l.veins AS device, (SELECT COUNT(DISTINCT o.veins) FROM login_audit o
          WHERE o.user_id = ${userId} AND o.at < l.at AND o.result = 'SUCCESS' AND o.veins <> l.veins) AS known
        FROM login_audit l WHERE l.user_id = ${userId} AND l.at > ${just} AND l.result = 'SUCCESS' AND l.veins IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM login_audit s WHERE s.user_id = ${userId} AND s.at < l.at
            AND s.result = 'SUCCESS' AND s.veins = l.veins)
        ORDER BY l.at DESC LIMIT 1`,
    sql`SELECT b.at FROM behaviour_record b
        WHERE b.user_id = ${userId} AND b.at > ${just} AND b.source = 'SERVER' ORDER BY b.at DESC LIMIT 1`,
    sql`SELECT COUNT(*) AS count FROM phone_call h
        WHERE h.agent_id = ${userId} AND h.requested_at > ${ago(rules.shortMinutes)} AND h.direction = 'OUT'
          AND h.answered_at IS NOT NULL AND h.ended_at < h.answered_at + INTERVAL ${rules.shortSeconds} SECOND`,
    sql`SELECT h.number_hash AS number, MAX(h.number_mask) AS mask, MAX(h.case_id) AS caseId,
          COUNT(DISTINCT o.agent_id) AS people
        FROM phone_call h JOIN phone_call o ON o.number_hash = h.number_hash AND o.direction = 'OUT'
          AND o.requested_at > ${ago(rules.sharedHours * 60)} AND o.institution_id = h.institution_id
        WHERE h.agent_id = ${userId} AND h.requested_at > ${just} AND h.direction = 'OUT'
        GROUP BY h.number_hash HAVING people >= ${Math.max(1, rules.sharedPeople)}`,
    sql`SELECT r.contact_id AS contactId, MAX(r.case_id) AS caseId, COUNT(*) AS count FROM contact_receipt r
        WHERE r.actor_id = ${userId} AND r.allowed = 0 AND r.at > ${ago(rules.refusedMinutes)} AND r.contact_id IS NOT NULL
        GROUP BY r.contact_id HAVING count >= ${Math.max(1, rules.refused)}`,
    // Behind a wrong number of just now only: the institution's calls are many.
    sql`SELECT own.calls, own.wrong, COUNT(*) AS \`all\`, CAST(SUM(o.party = 'WRONG_NUMBER') AS SIGNED) AS allWrong
        FROM (
          SELECT h.institution_id AS institutionId, COUNT(*) AS calls, CAST(SUM(h.party = 'WRONG_NUMBER') AS SIGNED) AS wrong
          FROM phone_call h
          WHERE h.agent_id = ${userId} AND h.requested_at > ${ago(WRONG_DAYS * DAY_MINUTES)} AND h.party IN ${list(PARTIES)}
          GROUP BY h.institution_id
          HAVING calls >= ${Math.max(1, rules.wrongFrom)} AND MAX(IF(h.party = 'WRONG_NUMBER', h.party_at, NULL)) > ${just}
        ) own
        JOIN phone_call o ON o.institution_id = own.institutionId AND o.requested_at > ${ago(COMPARED_DAYS * DAY_MINUTES)}
          AND o.party IN ${list(PARTIES)}
        GROUP BY own.calls, own.wrong LIMIT 1`,
  ];
}

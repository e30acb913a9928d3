import { TIE_DAYS } from '../../../contract/administration/approvals.js';
import { list, sql, type Statement } from '../db/sql.js';
import type { Tx } from '../db/unit-of-work.js';
import { AppError } from '../http/app-error.js';

const DAY_MS = 24 * 3_600_000;

/**
 * Sees to it that two people are two people. Refuses a decision when, within TIE_DAYS, one made the other, reset the password,
 * changed the role, the institution or the mail address, or enabled the account again; directly or through others, in either direction, or when
 * one maker stands behind both. An administrator of an institution above the other person's may always decide.
 *
 * It reads the log of events, which the application can only add to. What the host does has no actor, and ties nobody; what a
 * second administrator approved ties whoever asked for it.
 *
 * @param others whose word the decision is the second one to; null stands for the system
 * @throws approval.tied
 */
export async function refuseIfTied(tx: Tx, decider: number, ...others: (number | null)[]): Promise<void> {
  if (await isTied(tx, decider, ...others)) throw new AppError('approval.tied', { days: TIE_DAYS });
}

/** As `refuseIfTied`, for who looks for somebody independent. */
export async function isTied(tx: Tx, decider: number, ...others: (number | null)[]): Promise<boolean> {
  const people = others.filter((other): other is number => other !== null && other !== decider);
  if (people.length === 0) return false;
  const [ties] = await tx.read<[{ id: number }]>(sql`
    ${makers(tx, [decider, ...people])}
    SELECT o.person AS id FROM maker d JOIN maker o ON o.id = d.id
    WHERE d.person = ${decider} AND o.person IN ${list(people)} AND NOT ${isAbove(decider, sql`o.person`)}
    UNION ALL
    ${givenRights(tx, decider, people)}`);
  return ties.length > 0;
}

/**
 * Refuses an account that the person concerned has made, reset, given a role or enabled within TIE_DAYS: it may be that
 * person's own hand. The reverse is allowed, or a small house would have nobody left to decide about its people.
 *
 * @throws approval.tied
 */
export async function refuseOwnHand(tx: Tx, decider: number, concerned: number | null): Promise<void> {
  if (concerned !== null && (await isOwnHand(tx, decider, [concerned])))
    throw new AppError('approval.tied', { days: TIE_DAYS });
}

/** Whether one of these has made the decider: see `refuseOwnHand`. */
export async function isOwnHand(tx: Tx, decider: number, concerned: readonly number[]): Promise<boolean> {
  if (concerned.length === 0) return false;
  const [ties] = await tx.read<[{ id: number }]>(sql`
    ${makers(tx, [decider])}
    SELECT m.id FROM maker m WHERE m.id IN ${list(concerned)} AND NOT ${isAbove(decider, sql`m.id`)}`);
  return ties.length > 0;
}

function since({ now }: Tx): Date {
  return new Date(now.getTime() - TIE_DAYS * DAY_MS);
}

/** The table `maker`: each person, those who made that person, those who made these, and so on. */
function makers(tx: Tx, people: readonly number[]): Statement {
  return sql`
    WITH RECURSIVE maker AS (
      SELECT u.id AS person, u.id FROM user u WHERE u.id IN ${list(people)}
      UNION
      SELECT m.person, COALESCE(CAST(JSON_VALUE(e.payload, '$.requestedBy') AS UNSIGNED), e.actor_id) FROM maker m
        JOIN domain_event e ON e.subject_type = 'user' AND e.subject_id = m.id
      WHERE e.recorded_at > ${since(tx)} AND e.actor_id IS NOT NULL
        AND (e.name IN ('user.created', 'user.passwordReset') OR (e.name = 'user.changed'
          AND JSON_CONTAINS_PATH(e.payload, 'one', '$.changes.role', '$.changes.institutionId', '$.changes.enabled',
            '$.changes.email'))))`;
}

/**
 * Those who gave the decider's role a permission, in the decider's institution or in one above it: a tie of one step. What was taken
 * gives nobody a hand, and what a second administrator approved is not one person's.
 */
function givenRights(tx: Tx, decider: number, people: readonly number[]): Statement {
  return sql`
    SELECT e.actor_id AS id FROM user u
      JOIN institution own ON own.id = u.institution_id
      JOIN institution i ON own.path LIKE CONCAT(i.path, '%')
      JOIN domain_event e ON e.subject_type = 'institution' AND e.subject_id = i.id
    WHERE u.id = ${decider} AND e.name = 'grants.changed' AND e.recorded_at > ${since(tx)}
      AND JSON_UNQUOTE(JSON_EXTRACT(e.payload, '$.role')) = u.role AND e.actor_id IN ${list(people)}
      AND JSON_VALUE(e.payload, '$.requestedBy') IS NULL
      AND NOT JSON_CONTAINS(JSON_EXTRACT(e.payload, '$.changes.permissions.before'),
        JSON_EXTRACT(e.payload, '$.changes.permissions.after'))
      AND NOT ${isAbove(decider, sql`e.actor_id`)}`;
}

/** Whether the decider is an administrator of an institution above that of the other person. */
function isAbove(decider: number, other: Statement): Statement {
  return sql`EXISTS (
    SELECT 1 FROM user high JOIN institution above ON above.id = high.institution_id
      JOIN user low ON low.id = ${other} JOIN institution below ON below.id = low.institution_id
    WHERE high.id = ${decider} AND high.role = 'admin' AND below.id <> above.id
      AND below.path LIKE CONCAT(above.path, '%'))`;
}

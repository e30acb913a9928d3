import type { SeatState } from '../../../../contract/team/schedules.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import { daysStanding, removeDays, saveSeatDays, type PersonRow } from '../seat-days.sql.js';
import { partsOf, plansStanding, removePlans, savePlans, type DayPlan } from '../seat-plans.sql.js';
import { PLAN_COLUMNS, type PlanRow } from '../what-if/what-if.sql.js';

type Counts = DayPlan['counts'];

/** Rows that an upload changed, with what stood before; null: nothing did. */
export interface WrittenRows {
  plans: (DayPlan & { before: Counts | null })[];
  people: (PersonRow & { before: SeatState | null })[];
}

/** Those of the rows that say something else than what stands, which is locked. */
export async function changesOf(
  tx: Tx,
  { plans, people }: { plans: readonly DayPlan[]; people: readonly PersonRow[] },
): Promise<WrittenRows> {
  const standing = await standingOf(tx, plans, people);
  return {
    plans: plans
      .map((row) => ({ ...row, before: standing.plans.get(planKey(row)) ?? null }))
      .filter(({ before, counts }) => String(before) !== String(counts)),
    people: people
      .map((row) => ({ ...row, before: standing.days.get(dayKey(row)) ?? null }))
      .filter(({ before, status }) => before !== status),
  };
}

/** Puts back what stood before. @returns whether all of it still stood as it was written; if not, nothing is written */
export async function takeBack(tx: Tx, { plans, people }: WrittenRows): Promise<boolean> {
  const standing = await standingOf(tx, plans, people);
  const stands =
    plans.every((row) => String(standing.plans.get(planKey(row))) === String(row.counts)) &&
    people.every((row) => standing.days.get(dayKey(row)) === row.status);
  if (!stands) return false;
  const [oldPlans, newPlans] = [plans.filter(hadBefore), plans.filter((row) => !hadBefore(row))];
  for (const part of partsOf(oldPlans))
    tx.write(savePlans(part.map((row) => ({ ...row, counts: row.before! }))));
  for (const part of partsOf(newPlans)) tx.write(removePlans(part));
  const [oldDays, newDays] = [people.filter(hadBefore), people.filter((row) => !hadBefore(row))];
  for (const part of partsOf(oldDays))
    tx.write(
      saveSeatDays(
        part.map((row) => ({ ...row, status: row.before! })),
        tx.now,
      ),
    );
  for (const part of partsOf(newDays)) tx.write(removeDays(part));
  return true;
}

const hadBefore = ({ before }: { before: unknown }) => before !== null;
const planKey = ({ day, queueId }: { day: string; queueId: number }) => `${day} ${queueId}`;
const dayKey = ({ day, userId }: { day: string; userId: number }) => `${day} ${userId}`;

async function standingOf(tx: Tx, plans: readonly DayPlan[], people: readonly PersonRow[]) {
  const found = { plans: new Map<string, Counts>(), days: new Map<string, SeatState>() };
  for (const part of partsOf(plans)) {
    const [rows] = await tx.read<[PlanRow & { day: string; queueId: number }]>(plansStanding(part));
    for (const row of rows)
      found.plans.set(
        planKey(row),
        PLAN_COLUMNS.map((column) => row[column]),
      );
  }
  for (const part of partsOf(people)) {
    const [rows] = await tx.read<[PersonRow]>(daysStanding(part));
    for (const row of rows) found.days.set(dayKey(row), row.status);
  }
  return found;
}

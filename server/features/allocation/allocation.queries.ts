import { UNRELEASED } from '../../domain/stops/unreleased.sql.js';
import { Injectable } from '@nestjs/common';
import type {
  AllocationExplanation,
  AllocationRun,
  AllocationRunInfo,
  AllocationSeat,
  KEPT_OUT,
  PlanExplanation,
  RunCase,
  RunCasesQuery,
  RunsQuery,
  WHY_NOT,
} from '../../../contract/team/allocation.js';
import { isOpen, type CaseStatus } from '../../../contract/codes.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesToBind, peopleOf, queuesOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { wire, type Stored } from '../../platform/db/rows.js';
import { anything, list, sql, type Statement } from '../../platform/db/sql.js';
import { BY_PLAN } from '../../platform/inbox/causes.js';
import { AppError } from '../../platform/http/app-error.js';
import { whyAfter, type StoodAt } from '../../domain/allocation/least-loaded.rules.js';
import { takenToday } from '../../domain/allocation/allocation.sql.js';
import {
  filterOf,
  misfitOf,
  type LoanTraits,
  type StoredFilter,
} from '../../domain/users/work-filter.rules.js';

/** Decides whether a run may be undone. */
export type RunState = Pick<AllocationRun, 'state' | 'day' | 'queueId'> & {
  institutionId: number;
  groupId: number | null;
};
type RunRow = Stored<Omit<AllocationRun, 'mayUndo'>, 'askedAt' | 'finishedAt' | 'undoneAt'> & {
  recommendedSeats: number;
  groupId: number | null;
};
interface Why extends StoredFilter {
  enabled: number;
  queueId: number | null;
  longAging: number;
  agent: string;
  takenBack: number;
}
interface ExplainedCase {
  id: number;
  ownerId: number | null;
  owner: string | null;
  status: CaseStatus;
  open: number;
  type: string;
  unreleased: number;
}
interface Ownership {
  from: number | null;
  to: number | null;
  reason: string | null;
  by: string | null;
  recordedAt: Date;
}
type ItemRow = Omit<PlanExplanation, 'whyNot'> &
  LoanTraits & { at: number; queueId: number; kind: string; finishedAt: Date | null };

@Injectable()
export class AllocationQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async runs(actor: Actor, { page, size, queueId }: RunsQuery): Promise<Page<AllocationRun>> {
    const found = sql`
      FROM allocation_run r JOIN queue q ON q.id = r.queue_id
      WHERE ${runsOf(actor)} AND ${queueId ? sql`r.queue_id = ${queueId}` : anything}`;
    const [rows, totalCount] = await Promise.all([
      this.database.rows<RunRow>(sql`
        ${RUN} FROM (SELECT r.* ${found} ORDER BY r.asked_at DESC, r.id DESC LIMIT ${(page - 1) * size}, ${size}) r ${PEOPLE}
        ORDER BY r.asked_at DESC, r.id DESC`),
      cappedTotal(this.database, found),
    ]);
    return { result: rows.map(({ recommendedSeats: _, ...row }) => this.runOf(actor, row)), totalCount };
  }

  /** @throws allocation.notFound outside the viewer's scope, existing or not */
  async run(actor: Actor, id: number): Promise<AllocationRunInfo> {
    const row = await this.database.row<RunRow>(sql`
      ${RUN} FROM allocation_run r ${PEOPLE} WHERE r.id = ${id} AND ${runsOf(actor)}`);
    if (!row) throw new AppError('allocation.notFound');
    const seats = await this.database.rows<AllocationSeat>(sql`
      SELECT s.agent_id AS agentId, u.name AS agent, s.cap, s.before_count AS \`before\`, s.after_count AS \`after\`, s.amount,
        s.expected
      FROM allocation_seat s JOIN user u ON u.id = s.agent_id
      WHERE s.run_id = ${id} AND ${peopleOf(actor)} ORDER BY u.name, u.id`);
    const { recommendedSeats, ...run } = row;
    return { ...this.runOf(actor, run), recommendedSeats, seats };
  }

  /** @throws allocation.notFound */
  async cases(actor: Actor, id: number, { page, size, state }: RunCasesQuery): Promise<Page<RunCase>> {
    const found = sql`
      FROM allocation_item i JOIN allocation_run r ON r.id = i.run_id JOIN collection_case c ON c.id = i.case_id
      WHERE i.run_id = ${id} AND ${runsOf(actor)} AND ${casesToBind(actor)}
        AND ${state ? sql`i.status = ${state}` : anything}`;
    const [result, totalCount] = await Promise.all([
      this.database.rows<RunCase>(sql`
        SELECT x.*, u.name AS agent FROM (
          SELECT i.at, c.id AS taskId, c.loan_no AS loanId, c.borrower_name AS borrowerName, i.amount, i.agent_id,
            i.rule, i.status AS state, i.reason
          ${found} ORDER BY i.at LIMIT ${(page - 1) * size}, ${size}
        ) x LEFT JOIN user u ON u.id = x.agent_id ORDER BY x.at`),
      cappedTotal(this.database, found),
    ]);
    return { result, totalCount };
  }

  private runOf(actor: Actor, { groupId, ...row }: Omit<RunRow, 'recommendedSeats'>): AllocationRun {
    return { ...wire(row), mayUndo: mayUndo(actor, { ...row, groupId }, this.clock.now()) };
  }

  /**
   * Why the case is where it is: by the person who gave it by hand, by the newest plan that had it, or what keeps it out.
   *
   * @throws allocation.notFound when the case is not the viewer's; user.notFound
   */
  async explain(actor: Actor, caseId: number, agentId: number | undefined): Promise<AllocationExplanation> {
    const found = await this.database.row<ExplainedCase>(sql`
      SELECT c.id, c.owner_id AS ownerId, u.name AS owner, c.status, q.open, q.type,
        ${UNRELEASED} AS unreleased
      FROM collection_case c JOIN queue q ON q.id = c.queue_id LEFT JOIN user u ON u.id = c.owner_id
      WHERE c.id = ${caseId} AND ${casesToBind(actor)}`);
    if (!found) throw new AppError('allocation.notFound');
    const [moved, plan] = await Promise.all([this.moved(found), this.planned(actor, caseId, agentId)]);
    return { moved, plan, keptOut: moved || plan ? null : keptOut(found) };
  }

  /** How the case came to whom it is with; null where a plan gave it, or nobody has it. */
  private async moved({ id, ownerId, owner }: ExplainedCase): Promise<AllocationExplanation['moved']> {
    if (ownerId === null) return null;
    const [last, before] = await this.database.rows<Ownership>(sql`
      SELECT JSON_VALUE(e.payload, '$.from') AS \`from\`, JSON_VALUE(e.payload, '$.to') AS \`to\`,
        JSON_VALUE(e.payload, '$.reason') AS reason, a.name AS \`by\`, e.recorded_at AS recordedAt
      FROM domain_event e LEFT JOIN user a ON a.id = e.actor_id
      WHERE e.case_id = ${id} AND e.name IN ('case.assigned', 'case.reassigned', 'case.released', 'case.reinstated')
      ORDER BY e.id DESC LIMIT 2`);
    if (!last || Number(last.to) !== ownerId || last.reason === BY_PLAN) return null;
    const returned = before !== undefined && Number(before.from) === ownerId;
    return { agentId: ownerId, agent: owner ?? '', by: last.by, at: last.recordedAt.toISOString(), returned };
  }

  private async planned(
    actor: Actor,
    caseId: number,
    agentId: number | undefined,
  ): Promise<PlanExplanation | null> {
    const item = await this.database.row<ItemRow>(sql`
      SELECT i.at, i.run_id AS runId, r.day, i.rule, i.status AS state, i.reason, i.stratum, i.agent_id AS agentId,
        u.name AS agent, i.before_count AS \`before\`, i.cap, c.queue_id AS queueId, c.kind,
        r.finished_at AS finishedAt,
        l.product_category AS product, l.reloan, l.app_name AS app
      FROM allocation_item i JOIN allocation_run r ON r.id = i.run_id JOIN collection_case c ON c.id = i.case_id
      JOIN loan_item l ON l.id = c.loan_item_id
      LEFT JOIN user u ON u.id = i.agent_id
      WHERE i.case_id = ${caseId} ORDER BY r.asked_at DESC, r.id DESC LIMIT 1`);
    if (!item) return null;
    const {
      at: _,
      queueId: _queue,
      kind: _kind,
      product: _product,
      reloan: _reloan,
      app: _app,
      finishedAt: _finishedAt,
      ...explained
    } = item;
    const whyNot = agentId === undefined ? null : await this.whyNot(actor, caseId, item, agentId);
    return { ...explained, whyNot };
  }

  private async whyNot(
    actor: Actor,
    caseId: number,
    item: ItemRow,
    agentId: number,
  ): Promise<PlanExplanation['whyNot']> {
    const person = await this.database.row<Why>(sql`
      SELECT u.enabled, u.queue_id AS queueId, u.long_aging AS longAging, u.name AS agent,
        u.products, u.loan_types AS loanTypes, u.app_systems AS appSystems,
        EXISTS (SELECT 1 FROM collection_case c JOIN domain_event e ON ${takenToday(item.day)}
          WHERE c.id = ${caseId} AND JSON_VALUE(e.payload, '$.from') = u.id AND e.recorded_at < COALESCE(${item.finishedAt}, UTC_TIMESTAMP(3))) AS takenBack
      FROM user u WHERE u.id = ${agentId} AND u.role = 'member' AND ${peopleOf(actor)}`);
    if (!person) throw new AppError('user.notFound');
    const seats = await this.database.rows<StoodAt>(sql`
      SELECT s.agent_id AS agentId, s.cap, CAST(s.before_count + COUNT(i.at) AS SIGNED) AS \`before\`,
        CAST(s.before_amount + COALESCE(SUM(i.amount), 0) AS SIGNED) AS amount
      FROM allocation_seat s
      LEFT JOIN allocation_item i ON i.run_id = s.run_id AND i.agent_id = s.agent_id AND i.at < ${item.at}
      WHERE s.run_id = ${item.runId} AND s.agent_id IN ${list([agentId, item.agentId ?? agentId])}
      GROUP BY s.agent_id, s.cap, s.before_count, s.before_amount`);
    const [seat, taker] = [agentId, item.agentId].map((id) => seats.find((each) => each.agentId === id));
    const why = reasonFor(item, person, agentId, seat, taker);
    const { cap = 0, before = 0, amount = null } = seat ?? {};
    return { agentId, agent: person.agent, why, before, cap, amount, takerAmount: taker?.amount ?? null };
  }
}

/** A plan takes what waits, free, in an open queue that hands out by itself. */
function keptOut({ status, ownerId, open, type, unreleased }: ExplainedCase): (typeof KEPT_OUT)[number] {
  if (!isOpen(status)) return 'ENDED';
  if (ownerId !== null) return 'OWNED';
  if (status !== 'C00' && status !== 'C20') return 'NOT_WAITING';
  if (unreleased === 1) return 'UNRELEASED';
  if (open === 0) return 'QUEUE_CLOSED';
  return type === 'MANUAL' ? 'QUEUE_MANUAL' : 'NO_PLAN_YET';
}

/** The plan's own order of reasons, as the collector stood when the case's turn came. */
function reasonFor(
  item: ItemRow,
  person: Why,
  agentId: number,
  seat: StoodAt | undefined,
  taker: StoodAt | undefined,
): (typeof WHY_NOT)[number] {
  if (item.agentId === agentId) return 'IT_IS_THEIRS';
  if (!seat && person.enabled === 0) return 'DISABLED';
  if (!seat) return person.queueId === item.queueId ? 'NOT_IN_PLAN' : 'OTHER_QUEUE';
  if (item.kind === 'LONG_AGING' && person.longAging === 0) return 'LONG_AGING_ROLE';
  const misfit = misfitOf(filterOf(person), item);
  if (misfit) return misfit;
  if (person.takenBack === 1) return 'TAKEN_BACK';
  if (item.rule === 'STICKY_OPEN' || item.rule === 'STICKY_RECENT') return 'KNOWN_TO_ANOTHER';
  if (seat.before >= seat.cap) return 'FULL';
  return taker ? whyAfter(seat, taker) : 'MORE_LOADED';
}

/** A run of today that is done. A leader takes back what went to the own group alone. */
export function mayUndo(
  { role, groupId }: Actor,
  run: Pick<RunState, 'state' | 'day' | 'groupId'>,
  now: Date,
): boolean {
  if (run.state !== 'DONE' || run.day !== businessDay(now)) return false;
  return role !== 'leader' || run.groupId === groupId;
}

/** A condition on allocation_run under `r`: a leader sees the own group's runs and those to everybody. */
export function runsOf(actor: Actor): Statement {
  const queue = sql`r.queue_id IN (SELECT q.id FROM queue q WHERE ${queuesOf(actor)})`;
  return actor.role === 'leader'
    ? sql`${queue} AND (r.group_id IS NULL OR r.group_id = ${actor.groupId})`
    : queue;
}

const RUN = sql`
  SELECT r.id, r.queue_id AS queueId, q.name AS queueName, r.group_id AS groupId, g.name AS groupName, r.day, r.seed, r.status AS state,
    a.name AS askedBy, r.asked_at AS askedAt, r.finished_at AS finishedAt, r.planned, r.left_over AS \`left\`,
    z.name AS undoneBy, r.undone_at AS undoneAt, r.recommended_seats AS recommendedSeats, r.missing_seats AS missingSeats,
    (SELECT COUNT(*) FROM allocation_item i WHERE i.run_id = r.id AND i.status = 'DONE') AS done,
    (SELECT COUNT(*) FROM allocation_item i WHERE i.run_id = r.id AND i.status = 'SKIPPED') AS skipped,
    (SELECT COUNT(*) FROM allocation_item i WHERE i.run_id = r.id AND i.status = 'UNDONE') AS undone,
    (SELECT COUNT(*) FROM allocation_item i WHERE i.run_id = r.id AND i.status = 'KEPT') AS kept`;
const PEOPLE = sql`
  JOIN queue q ON q.id = r.queue_id LEFT JOIN admin_group g ON g.id = r.group_id LEFT JOIN user a ON a.id = r.asked_by
  LEFT JOIN user z ON z.id = r.undone_by`;

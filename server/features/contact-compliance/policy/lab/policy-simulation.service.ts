import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ContactPolicy } from '../../../../../contract/contact/contact-compliance.js';
import {
  SIMULATION_DAYS,
  type AskSimulation,
  type SimulationResult,
} from '../../../../../contract/contact/policy-simulation.js';
import { SYSTEM, type Actor } from '../../../../platform/auth/actor.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/db/database.js';
import { Ids } from '../../../../platform/db/ids.js';
import { sql } from '../../../../platform/db/sql.js';
import { UnitOfWork } from '../../../../platform/db/unit-of-work.js';
import { policiesOf } from '../../../../domain/contact-compliance/decide/compliance.sql.js';
import { strictest } from '../../../../../contract/contact/policy-levels.js';
import { ownInstitution } from '../policies.service.js';
import {
  DEFAULT_POLICY,
  policyOf,
  type PolicyInForce,
  type PolicyRow,
} from '../../../../domain/contact-compliance/policy/policy.rules.js';
import type { SimulatedSpan } from '../../../../domain/contact-compliance/policy/lab/lab-facts.rules.js';
import { SimulationBorrowersQueries } from './simulation-borrowers.queries.js';
import {
  SimulationSum,
  type SimulatedPolicies,
} from '../../../../domain/contact-compliance/policy/lab/lab.rules.js';

const DAY_MS = 86_400_000;
/** The job of an older one may be lost, and the oldest are given up. */
const LATE_MS = 60_000;
const GIVEN_UP_MS = 900_000;
/** How often it says how far it is, and looks whether it is still wanted. */
const PROGRESS_MS = 500;
/** Times as long as it worked: collectors read their lists meanwhile, of the same database. */
const RESTS = 1.5;

type Saved = { labId: number };
interface SimulationRow {
  id: number;
  institutionId: number;
  userId: number;
  document: string;
  askedAt: Date;
}
/** Tells a person's browsers how far it is. */
type Tell = (userId: number) => void;

/**
 * Tries a policy before it is saved: a job replays the decisions of the last 30 days by the rule in force, which shows what
 * it can reproduce, and by the proposed one. It only reads, so that it may run any number of times, and whoever ends first
 * writes the result.
 */
@Injectable()
export class PolicySimulationService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly borrowers: SimulationBorrowersQueries,
  ) {}

  /** @throws institution.notFound, request.reused */
  async ask(actor: Actor, { institutionId, policy, clientRequestId }: AskSimulation): Promise<Saved> {
    const of = ownInstitution(actor, institutionId);
    const simulationId = await this.ids.take();
    return this.uow.once(actor, ['policyLab', clientRequestId, { of, policy }], async (tx) => {
      tx.write(sql`
        UPDATE policy_lab SET status = 'CANCELLED', finished_at = ${tx.now}
        WHERE unfinished = 1 AND institution_id = ${of} AND asked_by = ${actor.userId}`);
      tx.write(sql`
        INSERT INTO policy_lab (id, institution_id, document, status, asked_by, asked_at)
        VALUES (${simulationId}, ${of}, ${JSON.stringify(policy)}, 'WAITING', ${actor.userId}, ${tx.now})`);
      tx.emit('policyLab.asked', { labId: simulationId, institutionId: of });
      return { labId: simulationId };
    });
  }

  async run(simulationId: number, tell: Tell): Promise<void> {
    const simulation = await this.database.row<SimulationRow>(sql`
      SELECT id, institution_id AS institutionId, asked_by AS userId, document, asked_at AS askedAt
      FROM policy_lab WHERE id = ${simulationId} AND unfinished = 1`);
    if (!simulation) return;
    const to = simulation.askedAt;
    const from = new Date(to.getTime() - SIMULATION_DAYS * DAY_MS);
    const sum = new SimulationSum(await this.policies(simulation));
    const ids = await this.borrowers.idsIn(simulation.institutionId, from, to);
    if (!(await this.progress(simulation, 0, ids.length, tell))) return;
    let done = 0;
    let reportedAt = performance.now();
    let begun = reportedAt;
    for await (const part of this.borrowers.read(simulation.institutionId, ids, from, to)) {
      for (const borrower of part) sum.add(borrower);
      done += part.length;
      if (performance.now() - reportedAt >= PROGRESS_MS) {
        reportedAt = performance.now();
        if (!(await this.progress(simulation, done, ids.length, tell))) return;
      }
      await delay((performance.now() - begun) * RESTS);
      begun = performance.now();
    }
    await this.finish(simulation, 'DONE', sum.result(from, to));
  }

  /** Gives up what could not be finished. @returns the ids of those whose job may be lost. */
  async late(): Promise<number[]> {
    const now = this.clock.now().getTime();
    const left = await this.database.rows<SimulationRow>(sql`
      SELECT id, institution_id AS institutionId, asked_by AS userId, document, asked_at AS askedAt
      FROM policy_lab WHERE unfinished = 1 AND asked_at < ${new Date(now - LATE_MS)} ORDER BY asked_at LIMIT 100`);
    const given = left.filter(({ askedAt }) => askedAt.getTime() < now - GIVEN_UP_MS);
    for (const simulation of given) await this.finish(simulation, 'FAILED', null);
    return left.filter((simulation) => !given.includes(simulation)).map(({ id }) => id);
  }

  /** @returns false when it was cancelled, or another worker has ended it. */
  private async progress(
    { id, userId }: SimulationRow,
    done: number,
    total: number,
    tell: Tell,
  ): Promise<boolean> {
    const { affectedRows } = await this.database.run(sql`
      UPDATE policy_lab SET status = 'RUNNING', done = ${done}, total = ${total}
      WHERE id = ${id} AND unfinished = 1`);
    tell(userId);
    return affectedRows > 0;
  }

  private async finish(
    { id, institutionId, userId }: SimulationRow,
    status: 'DONE' | 'FAILED',
    result: SimulationResult | null,
  ): Promise<void> {
    await this.uow.transact(SYSTEM, async (tx) => {
      const [mine] = await tx.read<[{ id: number }]>(sql`
        SELECT id FROM policy_lab WHERE id = ${id} AND unfinished = 1 FOR UPDATE`);
      if (mine.length === 0) return;
      tx.write(sql`
        UPDATE policy_lab SET status = ${status}, done = IF(${status} = 'DONE', total, done),
          result = ${result && JSON.stringify(result)}, finished_at = ${tx.now}
        WHERE id = ${id}`);
      tx.emit('policyLab.ended', { labId: id, institutionId, userId, done: status === 'DONE' });
    });
  }

  private async policies({ institutionId, document }: SimulationRow): Promise<SimulatedPolicies> {
    const [versions, bound, approved] = await Promise.all([
      this.database.rows<{ version: number; document: string }>(sql`
        SELECT p.version, p.document FROM guard_policy p
        WHERE p.institution_id = ${institutionId} ORDER BY p.version`),
      this.database.row<PolicyRow>(policiesOf(institutionId)),
      this.database.rows<SimulatedSpan>(sql`
        SELECT a.decided_at AS \`from\`, a.ended_at AS \`to\` FROM approval a
        WHERE a.institution_id = ${institutionId} AND a.kind = 'DEVICE_CONTACT' AND a.decided_at IS NOT NULL
          AND a.status <> 'REFUSED'`),
    ]);
    const inForce = policyOf(bound ?? { institutionId, levels: null });
    const { above } = inForce;
    // Levels above go on binding, whatever is proposed below.
    const under = (version: number, own: ContactPolicy[]): PolicyInForce => {
      const policies = [...above.map(({ policy }) => policy), ...own];
      return { version, above, policy: policies.length > 0 ? strictest(policies) : DEFAULT_POLICY };
    };
    const read = (text: string) => JSON.parse(text) as ContactPolicy;
    const all = [under(0, []), ...versions.map((row) => under(row.version, [read(row.document)]))];
    return {
      inForce,
      proposed: under(-1, [read(document)]),
      versions: new Map(all.map((one) => [one.version, one])),
      approved,
    };
  }
}

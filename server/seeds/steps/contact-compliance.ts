import { Injectable } from '@nestjs/common';
import { ContactRulesService } from '../../features/contact-compliance/holds/contact-rules.service.js';
import { ApprovalsService } from '../../features/approvals/approvals.service.js';
import { GuarantorsService } from '../../features/contact-compliance/holds/guarantors.service.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { actorOf, type SeedUser } from '../actors.js';
import type { SeededCollector } from './people.js';

/** The guard's lights on a collector's open cases, by their order. */
const HELD = [
  { kind: 'DISPUTE', note: 'Dice que el saldo no corresponde; se pidió estado de cuenta.' },
  { kind: 'LEGAL', note: 'Presentó un escrito de su abogado.' },
] as const;
const TAKEN = 4;

/** Some opt-outs, holds and guarantors on every team, an override, and the one institution that may keep what devices named. */
@Injectable()
export class ContactComplianceSeed {
  constructor(
    private readonly database: Database,
    private readonly rules: ContactRulesService,
    private readonly approvals: ApprovalsService,
    private readonly guarantors: GuarantorsService,
  ) {}

  /** Two administrators approve device data for one institution, before its first loan is imported. */
  async approve(): Promise<void> {
    const [asks, approves] = await this.seats('admin');
    const keeping = await this.database.rows<{ id: number }>(
      sql`SELECT id FROM institution WHERE device_data = 1`,
    );
    if (!asks || !approves) throw new Error('The demo has not two administrators');
    for (const { id: institutionId } of keeping) {
      const of = { institutionIds: [institutionId] };
      const clientRequestId = `demo-device-data-${institutionId}`;
      const wish = { institutionId, kind: 'DEVICE_KEEP', reason: 'Contrato con el acreditante.' } as const;
      const { id } = await this.approvals.request({ ...actorOf(asks), ...of }, { ...wish, clientRequestId });
      const decision = { id, version: 1, approve: true, answer: 'Revisado con el área jurídica.' };
      await this.approvals.decide({ ...actorOf(approves), ...of }, { ...decision, clientRequestId });
    }
  }

  async plant(collectors: readonly SeededCollector[]): Promise<void> {
    const [leaders, supervisors] = [await this.seats('leader'), await this.seats('supervisor')];
    for (const leader of leaders) {
      const collector = collectors.find(({ groupId }) => groupId === leader.groupId);
      if (!collector) continue;
      const cases = await this.database.rows<{ taskId: number; contactId: number }>(sql`
        SELECT c.id AS taskId, MIN(k.id) AS contactId FROM collection_case c JOIN contact k ON k.borrower_id = c.borrower_id
        WHERE c.owner_id = ${collector.id} AND c.status IN ('C01', 'C10') AND k.relation = 'R01'
        GROUP BY c.id ORDER BY c.id LIMIT ${String(TAKEN)}`);
      const [first, second, third, fourth] = cases;
      if (!first || !second || !third || !fourth) continue;
      await this.rules.optOut(actorOf(collector), {
        ...first,
        note: 'Pidió que solo se le escriba.',
        channel: 'CALL',
      });
      for (const [index, { taskId }] of [second, third].entries())
        await this.rules.hold(actorOf(leader), { taskId, ...HELD[index]! });
      await this.rules.override(actorOf(leader), {
        taskId: fourth.taskId,
        rules: ['attemptSpacing', 'conversation'],
        reason: 'El cliente pidió que se le llamara de nuevo hoy.',
      });
      const confirms = supervisors.find(({ institutionId }) => institutionId === leader.institutionId);
      await this.vouch(leader, confirms, [first.taskId, fourth.taskId]);
    }
  }

  /** Confirms the guarantor of the first loan and only requests the second one's. */
  private async vouch(
    leader: SeedUser,
    second: SeedUser | undefined,
    taskIds: readonly number[],
  ): Promise<void> {
    for (const [index, taskId] of taskIds.entries()) {
      const friend = await this.database.row<{ contactId: number }>(sql`
        SELECT k.id AS contactId FROM collection_case c JOIN contact k ON k.borrower_id = c.borrower_id
        WHERE c.id = ${taskId} AND k.relation NOT IN ('R01', 'R11', 'R12') ORDER BY k.id LIMIT 1`);
      if (!friend) continue;
      const { contactId } = friend;
      await this.guarantors.mark(actorOf(leader), { taskId, contactId, guarantor: true });
      if (index === 0 && second)
        await this.guarantors.confirm(actorOf(second), { taskId, contactId, confirmed: true });
    }
  }

  private seats(role: 'admin' | 'leader' | 'supervisor'): Promise<SeedUser[]> {
    return this.database.rows<SeedUser>(sql`
      SELECT id, name, username, role, institution_id AS institutionId, group_id AS groupId, queue_id AS queueId
      FROM user WHERE role = ${role} ORDER BY id LIMIT 200`);
  }
}

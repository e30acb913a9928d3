import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { businessDay } from '../../../contract/shared/date.js';
import type { NewComplaint } from '../../../contract/supervision/complaints.js';
import { ComplaintMonthsQueries } from '../../features/complaints/complaint-months.queries.js';
import { ComplaintMonthsService } from '../../features/complaints/complaint-months.service.js';
import { ComplaintsService } from '../../features/complaints/complaints.service.js';
import { NewComplaintsService } from '../../features/complaints/new-complaints.service.js';
import { monthAfter } from '../../domain/complaints/complaint-months.rules.js';
import { User } from '../../domain/users/user.entity.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import type { Actor } from '../../platform/auth/actor.js';
import { actorOf, type SeedUser } from '../actors.js';
import type { SeededStaff } from './people.js';

type ComplaintInput = Pick<NewComplaint, 'type' | 'causeId' | 'level' | 'content'>;
interface Planted extends ComplaintInput {
  /** How far it has come by now. */
  until: 'PENDING' | 'PROCESSING' | 'PENDING_CLOSURE' | 'COMPLETED';
  remarks?: string;
}

/** The regulator's causes that every site begins with. */
const [NOT_DEBTOR, THREATS] = [1, 2];

/** By how many days ago: so that some are overdue, some pressing and some new. */
const TAKEN: Record<number, readonly Planted[]> = {
  2: [
    { type: 'TIMES', level: 1, content: 'Le llamaron después de las diez de la noche.', until: 'PENDING' },
    {
      ...{ type: 'AMOUNT', level: 2, content: 'Dice que ya pagó y que le siguen cobrando el total.' },
      ...{ until: 'COMPLETED', remarks: 'Se le explicó el estado de cuenta; faltaba acreditar un pago.' },
    },
  ],
  1: [
    {
      ...{ type: 'CONDUCT', causeId: THREATS, level: 1, content: 'El gestor le gritó y la insultó.' },
      until: 'PROCESSING',
    },
    {
      ...{ type: 'THIRD_PARTY', level: 2, content: 'Llamaron a su jefe y le contaron de la deuda.' },
      ...{ until: 'PENDING_CLOSURE', remarks: 'Se pidió una disculpa y se retiró el contacto del trabajo.' },
    },
  ],
  0: [{ type: 'PRIVACY', level: 3, content: 'Pregunta de dónde salió su número.', until: 'PENDING' }],
};
/** A number of no borrower in the portfolio: theirs begin otherwise. */
const BY_NUMBER = '+525599000017';

/** Complaints of the last days on every team, each as far as it would have come, and one of a number without a case. */
@Injectable()
export class ComplaintsSeed {
  constructor(
    private readonly database: Database,
    private readonly added: NewComplaintsService,
    private readonly complaints: ComplaintsService,
    private readonly months: ComplaintMonthsService,
    private readonly counted: ComplaintMonthsQueries,
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
  ) {}

  async day({ leaders, collectors }: SeededStaff, back: number): Promise<void> {
    const planted = TAKEN[back];
    if (!planted) return;
    for (const leader of leaders) {
      const [supervisor] = await this.supervisorsOf(leader.institutionId);
      const collector = collectors.find(({ groupId }) => groupId === leader.groupId);
      if (!supervisor || !collector) continue;
      const cases = await this.casesOf(collector.id, planted.length);
      for (const [index, { id }] of cases.entries())
        await this.take(
          { supervisor, leader },
          planted[index]!,
          { taskId: id },
          `${back}-${leader.id}-${index}`,
        );
    }
    const [leader] = leaders;
    const [supervisor] = leader ? await this.supervisorsOf(leader.institutionId) : [];
    const input = {
      type: 'IDENTITY',
      causeId: NOT_DEBTOR,
      level: 2,
      content: 'Le cobran un préstamo que no es suyo.',
    } as const;
    if (back === 1 && leader && supervisor)
      await this.take({ supervisor, leader }, { ...input, until: 'PENDING' }, { phone: BY_NUMBER }, 'number');
  }

  /** Each institution's months but the last are confirmed: the last one waits, as it would. */
  async formerMonths(): Promise<void> {
    const until = monthAfter(businessDay(this.clock.now()).slice(0, 7), -1);
    const people = await this.dataSource.getRepository(User).findBy({ role: In(['supervisor', 'admin']) });
    const byPlace = new Map(people.map((person) => [person.institutionId, person]));
    for (const [institutionId, person] of byPlace) {
      const actor = actorOf(person);
      const first = await this.counted.firstMonth(institutionId);
      for (let month = first; month < until; month = monthAfter(month)) {
        const { digest } = await this.counted.detail(actor, { institutionId, month });
        const clientRequestId = `demo-month-${institutionId}-${month}`;
        await this.months.confirm(actor, { institutionId, month, digest, clientRequestId });
      }
    }
  }

  private async take(
    people: { supervisor: SeedUser; leader: SeedUser },
    { until, remarks, ...input }: Planted,
    about: { taskId: number } | { phone: string },
    key: string,
  ): Promise<void> {
    const [supervisor, leader] = [actorOf(people.supervisor), actorOf(people.leader)];
    const { id } = await this.added.create(supervisor, {
      ...input,
      ...about,
      clientRequestId: `demo-complaint-${key}`,
    });
    if (until === 'PENDING') return;
    await this.complaints.allocate(supervisor, { id, handlerId: leader.userId });
    if (until === 'PROCESSING' || remarks === undefined) return;
    await this.complaints.process(leader, { id, method: 'APOLOGISED', remarks });
    if (until === 'COMPLETED') await this.close(supervisor, id);
  }

  private close(supervisor: Actor, id: number) {
    return this.complaints.done(supervisor, { id, keepHold: false, note: 'La persona quedó conforme.' });
  }

  private supervisorsOf(institutionId: number): Promise<SeedUser[]> {
    return this.database.rows<SeedUser>(sql`
      SELECT u.id, u.name, u.username, u.role, u.institution_id AS institutionId, u.group_id AS groupId,
        u.queue_id AS queueId
      FROM user u WHERE u.role = 'supervisor' AND u.institution_id = ${institutionId} ORDER BY u.id`);
  }

  /** The smallest open cases that nothing holds. */
  private casesOf(collectorId: number, count: number): Promise<{ id: number }[]> {
    return this.database.rows<{ id: number }>(sql`
      SELECT c.id FROM collection_case c
      WHERE c.owner_id = ${collectorId} AND c.is_open = 1 AND c.kind = 'STANDARD'
        AND NOT EXISTS (SELECT 1 FROM contact_hold h WHERE h.borrower_id = c.borrower_id)
      ORDER BY c.amount_due DESC, c.id LIMIT ${String(count)}`);
  }
}

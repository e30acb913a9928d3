import { Injectable } from '@nestjs/common';
import type { AnomalyRule } from '../../../contract/supervision/anomalies.js';
import { READ_EVERY_MINUTES } from '../../../contract/supervision/behaviour.js';
import type { StopContact } from '../../../contract/contact/stops.js';
import { businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { AnnouncementsService } from '../../features/announcements/announcements.service.js';
import { AnomalyActsService } from '../../features/monitoring/anomalies/anomaly-acts.service.js';
import { StopsService } from '../../features/stops/stops.service.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { rowsOf, sql } from '../../platform/db/sql.js';
import { actorOf, type SeedUser } from '../actors.js';
import type { SeededCollector, SeededStaff } from './people.js';

const HOUR_MS = 3_600_000;
/** The first collectors are those whom visitors sign in as: they begin with no history of their own. */
const VISITORS = 6;
/** Collectors who have worked from this machine before: the simulator's callers, who come from it, are nothing unusual. */
const NEAR = 16;
/** Days of what people did, before which nobody looks. */
const WATCHED_DAYS = 2;

/** A template that nobody's day depends on, and the last collector. */
const STOPPED = {
  template: {
    name: 'Sin respuesta',
    reason: 'El texto no menciona a CONDUSEF en la versión que recibió un cliente.',
    lift: 'Se revisó la plantilla: el texto vigente es correcto.',
  },
  collector: 'Dos quejas por el tono de sus llamadas; se revisan las grabaciones.',
};

interface Planted {
  rule: AnomalyRule;
  /** Taken from the collectors after the first ones. */
  who: number;
  hoursAgo: number;
  measured: number;
  compared: number;
  minutes?: number;
  about?: string;
  /** It is about one of the person's cases. */
  ofCase?: true;
}
const ANOMALIES: readonly Planted[] = [
  { rule: 'revealBurst', who: 0, hoursAgo: 1, measured: 23, compared: 15, minutes: 10 },
  {
    ...{ rule: 'sharedNumber', who: 6, hoursAgo: 2, measured: 4, compared: 3, minutes: 1_440 },
    ...{ about: '+52 55 •••• 4471', ofCase: true },
  },
  { rule: 'refusedRetry', who: 1, hoursAgo: 3, measured: 3, compared: 3, minutes: 60, ofCase: true },
  { rule: 'shortCalls', who: 2, hoursAgo: 4, measured: 12, compared: 10, minutes: 30 },
  { rule: 'newAddress', who: 7, hoursAgo: 5, measured: 1, compared: 3, about: '198.51.100.23' },
  { rule: 'exports', who: 3, hoursAgo: 20, measured: 6, compared: 5 },
];
const ACKNOWLEDGED = {
  rule: 'shortCalls',
  note: 'Buzones de voz de una misma empresa; se marcó con el líder.',
};
const ASSIGNED: AnomalyRule = 'sharedNumber';

/** Seeds what supervisors find: who did what, what of it is unusual, what was stopped, and who has read a violation. */
@Injectable()
export class SupervisionSeed {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly stops: StopsService,
    private readonly anomalies: AnomalyActsService,
    private readonly announcements: AnnouncementsService,
  ) {}

  /** One stop was lifted yesterday by somebody else, another one stands. */
  async day({ supervisors, admins, collectors }: SeededStaff, back: number): Promise<void> {
    const { template, collector } = STOPPED;
    const supervisor = await this.overAll(supervisors[0]!);
    if (back === 2) {
      const found = await this.database.row<{ id: number }>(
        sql`SELECT id FROM message_template WHERE name = ${template.name}`,
      );
      await this.stop(supervisor, { kind: 'TEMPLATE', subjectId: found!.id, reason: template.reason });
    }
    if (back === 1) {
      const stop = await this.database.row<{ id: number }>(sql`SELECT id FROM contact_stop WHERE live = 1`);
      await this.stops.resume(actorOf(admins[0]!), { id: stop!.id, reason: template.lift });
    }
    if (back === 0)
      await this.stop(supervisor, {
        kind: 'COLLECTOR',
        subjectId: collectors.at(-1)!.id,
        reason: collector,
      });
  }

  async plant(staff: SeededStaff, now: Date): Promise<void> {
    await this.behaviours(staff.collectors, now);
    await this.unusual(staff, now);
    await this.read(staff.collectors);
  }

  private async stop(supervisor: Actor, input: Omit<StopContact, 'clientRequestId'>): Promise<void> {
    await this.stops.stop(supervisor, { ...input, clientRequestId: `demo-stop-${input.subjectId}` });
  }

  private async overAll(user: SeedUser): Promise<Actor> {
    const all = await this.database.rows<{ id: number }>(sql`SELECT id FROM institution`);
    return { ...actorOf(user), institutionIds: all.map(({ id }) => id) };
  }

  /**
   * Records what the server would have of the calls and records of these days, each under the number of what it tells of: who
   * dialled, and who opened a case to write something down, once in ten minutes.
   */
  private async behaviours(collectors: readonly SeededCollector[], now: Date): Promise<void> {
    const from = new Date(startOfBusinessDay(businessDay(now)).getTime() - (WATCHED_DAYS - 1) * 24 * HOUR_MS);
    const first = (count: number) =>
      collectors
        .slice(0, count)
        .map(({ id }) => id)
        .join(',');
    const visitors = first(VISITORS);
    const columns = sql`
      id, user_id, institution_id, group_id, type, source, case_id, loan_no, contact_id, detail, address, city, network,
      is_new, at`;
    const place = sql`
      '', IF(FIND_IN_SET(u.id, ${first(NEAR)}), '127.0.0.1', CONCAT('203.0.113.', 10 + u.group_id % 200)),
      'Ciudad de México', 'Totalplay', 0`;
    await this.database.run(sql`
      INSERT INTO behaviour_record (${columns})
      SELECT h.id, u.id, h.institution_id, h.group_id, 'DIAL', 'SERVER', c.id, c.loan_no, h.contact_id, ${place},
        h.requested_at
      FROM phone_call h JOIN user u ON u.id = h.agent_id JOIN collection_case c ON c.id = h.case_id
      WHERE h.direction = 'OUT' AND h.requested_at >= ${from} AND NOT FIND_IN_SET(u.id, ${visitors})`);
    await this.database.run(sql`
      INSERT INTO behaviour_record (${columns})
      SELECT l.id, u.id, u.institution_id, u.group_id, 'VIEW_CASE', 'SERVER', c.id, c.loan_no, NULL, ${place}, l.at
      FROM collection_log l JOIN user u ON u.id = l.collector_id JOIN collection_case c ON c.id = l.case_id
      WHERE l.at >= ${from} AND NOT FIND_IN_SET(u.id, ${visitors})
        AND NOT EXISTS (SELECT 1 FROM phone_call h WHERE h.id = l.id)
        AND NOT EXISTS (SELECT 1 FROM collection_log e WHERE e.case_id = l.case_id AND e.collector_id = l.collector_id
          AND e.at > l.at - INTERVAL ${READ_EVERY_MINUTES} MINUTE AND (e.at < l.at OR (e.at = l.at AND e.id < l.id)))`);
    await this.database.run(sql`
      UPDATE collection_case c JOIN (
        SELECT b.case_id, MAX(b.at) AS at FROM behaviour_record b WHERE b.type = 'VIEW_CASE' GROUP BY b.case_id
      ) v ON v.case_id = c.id SET c.last_opened_at = v.at`);
  }

  private async unusual(staff: SeededStaff, now: Date): Promise<void> {
    const supervisor = staff.supervisors[0]!;
    const others = staff.collectors.slice(VISITORS);
    if (others.length === 0) return;
    const ids = await this.ids.takeMany(ANOMALIES.length);
    const rows = [];
    for (const [index, planted] of ANOMALIES.entries()) {
      const { rule, who, hoursAgo, measured, compared, minutes = null, about = null, ofCase } = planted;
      const person = others[who % others.length]!;
      const caseId = ofCase ? await this.caseOf(person.id) : null;
      const at = new Date(latest(now) - hoursAgo * HOUR_MS);
      rows.push([
        ...[
          ids[index]!,
          person.institutionId,
          person.groupId,
          person.id,
          rule,
          0,
          about ?? '',
          about,
          caseId,
        ],
        ...[measured, compared, minutes, businessDay(at), at, at, 'OPEN'],
      ]);
    }
    await this.database.run(sql`
      INSERT INTO anomaly (id, institution_id, group_id, user_id, rule, rule_version, about_key, about, case_id, measured,
        compared, within_minutes, day, at, last_at, status)
      VALUES ${rowsOf(rows)}`);
    const idOf = (rule: string) => ids[ANOMALIES.findIndex((each) => each.rule === rule)]!;
    const all = await this.overAll(supervisor);
    await this.anomalies.handle(all, {
      ...{ id: idOf(ACKNOWLEDGED.rule), version: 1, act: 'acknowledge' },
      note: ACKNOWLEDGED.note,
    });
    const assigneeId = staff.leaders.find(
      ({ institutionId }) => institutionId === supervisor.institutionId,
    )!.id;
    await this.anomalies.handle(all, { id: idOf(ASSIGNED), version: 1, act: 'assign', assigneeId });
  }

  private async caseOf(collectorId: number): Promise<number | null> {
    const found = await this.database.row<{ id: number }>(sql`
      SELECT id FROM collection_case WHERE owner_id = ${collectorId} AND is_open = 1 ORDER BY id LIMIT 1`);
    return found?.id ?? null;
  }

  /** Two in three have read the first violation of their institution. */
  private async read(collectors: readonly SeededCollector[]): Promise<void> {
    const disputes = await this.database.rows<{ id: number; institutionId: number }>(sql`
      SELECT MIN(id) AS id, institution_id AS institutionId FROM announcement WHERE kind = 'VIOLATION'
      GROUP BY institution_id`);
    for (const [index, collector] of collectors.slice(VISITORS).entries()) {
      const violation = disputes.find(({ institutionId }) => institutionId === collector.institutionId);
      if (violation && index % 3 !== 2) await this.announcements.markRead(actorOf(collector), violation.id);
    }
  }
}

/** Now in the afternoon, before it the evening of the day before: people had worked for some hours. */
function latest(now: Date): number {
  const midnight = startOfBusinessDay(businessDay(now)).getTime();
  return now.getTime() - midnight > 13 * HOUR_MS ? now.getTime() : midnight - 5 * HOUR_MS;
}

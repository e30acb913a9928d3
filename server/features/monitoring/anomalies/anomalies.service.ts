import { Injectable } from '@nestjs/common';
import { businessDay } from '../../../../contract/shared/date.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { Settings } from '../../../platform/settings/settings.js';
import { measuresOf, type Measures } from '../../../domain/anomalies/anomaly-measures.sql.js';
import {
  findingsIn,
  windowOf,
  type Finding,
  type Measured,
} from '../../../domain/anomalies/anomaly.rules.js';

interface Person {
  id: number;
  institutionId: number;
  groupId: number | null;
}
interface Known {
  id: number;
  status: string;
  measured: number;
}

/**
 * Judges what a person has just done by the rules of their institution. Run again over the same it finds nothing new: what
 * goes on within a rule's time is one anomaly, whose figure grows. Of a rule that matches everything only so many are kept
 * on a day; the rest is counted, so that whoever reads them knows.
 */
@Injectable()
export class AnomaliesService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async judge(userId: number): Promise<void> {
    const person = await this.database.row<Person>(sql`
      SELECT u.id, u.institution_id AS institutionId, u.group_id AS groupId FROM user u WHERE u.id = ${userId}`);
    if (!person) return;
    const rules = (await this.settings.of(person.institutionId)).configured.anomalies;
    const now = this.clock.now();
    const [reveals, files, places, devices, work, short, shared, refused, wrong] =
      await this.database.readTogether<MeasuredRows>(...measuresOf(userId, rules, now));
    const found: Measured = { reveals, files, places, devices, work, short, shared, refused, wrong };
    for (const finding of findingsIn(rules, found)) await this.note(person, finding, rules.perDay);
  }

  private async note(person: Person, finding: Finding, perDay: number): Promise<void> {
    const id = await this.ids.take();
    await this.uow.transact(SYSTEM, async (tx) => {
      const since = new Date(tx.now.getTime() - windowOf(finding));
      const day = businessDay(tx.now);
      const { rule, key, measured } = finding;
      const [[known], [kept], versions] = await tx.read<[Known, { count: number }, { version: number }]>(
        sql`SELECT a.id, a.status, a.measured FROM anomaly a
            WHERE a.user_id = ${person.id} AND a.rule = ${rule} AND a.about_key = ${key} AND a.last_at > ${since}
            ORDER BY a.last_at DESC LIMIT 1 FOR UPDATE`,
        sql`SELECT COUNT(*) AS count FROM anomaly a
            WHERE a.institution_id = ${person.institutionId} AND a.rule = ${rule} AND a.day = ${day}`,
        sql`SELECT c.version FROM configuration c JOIN institution i ON i.id = c.institution_id
              JOIN institution own ON own.id = ${person.institutionId} AND own.path LIKE CONCAT(i.path, '%')
            WHERE c.name = 'anomalies' ORDER BY LENGTH(i.path) DESC, c.version DESC LIMIT 1`,
      );
      if (known) return goesOn(tx, known, measured);
      if (kept!.count >= perDay)
        return tx.write(sql`
          INSERT INTO anomaly_cap (institution_id, rule, day, user_id, about_key, held_back)
          VALUES (${person.institutionId}, ${rule}, ${day}, ${person.id}, ${key}, 1)
          ON DUPLICATE KEY UPDATE held_back = 1`);
      tx.write(sql`
        INSERT INTO anomaly (id, institution_id, group_id, user_id, rule, rule_version, about_key, about, case_id, measured,
          compared, within_minutes, day, at, last_at, status)
        VALUES (${id}, ${person.institutionId}, ${person.groupId}, ${person.id}, ${rule}, ${versions[0]?.version ?? 0},
          ${key}, ${finding.about}, ${finding.caseId}, ${measured}, ${finding.compared}, ${finding.minutes}, ${day},
          ${tx.now}, ${tx.now}, 'OPEN')`);
      tx.emit('anomaly.found', { anomalyId: id, institutionId: person.institutionId, rule });
    });
  }
}

type MeasuredRows = [
  Measures['reveals'],
  Measures['files'],
  Measures['places'],
  Measures['devices'],
  Measures['work'],
  Measures['short'],
  Measures['shared'],
  Measures['refused'],
  Measures['wrong'],
];

/** It is told of once; who opens it later sees how far it went. */
function goesOn(tx: Tx, known: Known, measured: number): void {
  if (known.status !== 'OPEN' || measured <= known.measured) return;
  tx.write(sql`
    UPDATE anomaly SET measured = ${measured}, last_at = ${tx.now}, version = version + 1 WHERE id = ${known.id}`);
}

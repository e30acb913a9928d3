import { Injectable } from '@nestjs/common';
import type { Page } from '../../../contract/shared/page.js';
import { COUNT_CAP } from '../../../contract/shared/page.js';
import type {
  ChosenStopKind,
  OwnStop,
  StopChoice,
  StopDetail,
  StoppedAct,
  StopRow,
  StopsQuery,
} from '../../../contract/contact/stops.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { all, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { handedOver } from '../../domain/contact-compliance/holds/handed-over.sql.js';
import { refusalOfLift, type StopFacts } from '../../domain/stops/stop.rules.js';
import { REQUESTER, SUBJECT_NAME, subjectsOf } from '../../domain/stops/stop.sql.js';

type Opened = 'reason' | 'liftReason' | 'evidence' | 'mayLift' | 'stoppedBy' | 'liftRequestedBy';
interface StopRecord extends Omit<StopRow, Opened>, StopFacts {
  reasonEnc: Buffer | null;
  liftReasonEnc: Buffer | null;
  evidenceEnc: Buffer | null;
  stoppedByName: string | null;
  requesterName: string | null;
  liftedAt: string | null;
}

const COLUMNS = sql`
  s.id, s.version, s.kind, s.subject_id AS subjectId, ${SUBJECT_NAME} AS subject, i.name AS institution,
  s.by_institution_id AS byInstitutionId, s.reason_enc AS reasonEnc, r.result, s.evidence_enc AS evidenceEnc,
  s.lift_requested_by AS liftRequestedBy, q.name AS requesterName, s.lift_requested_at AS liftRequestedAt, ${REQUESTER}, s.stopped_by AS stoppedBy, u.name AS stoppedByName,
  s.stopped_at AS stoppedAt, s.lift_reason_enc AS liftReasonEnc, l.name AS liftedBy, s.lifted_at AS liftedAt,
  (SELECT COUNT(*) FROM message m WHERE m.stop_id = s.id) AS waiting`;
const JOINED = sql`
  JOIN institution i ON i.id = s.institution_id LEFT JOIN user u ON u.id = s.stopped_by
  LEFT JOIN user l ON l.id = s.lifted_by LEFT JOIN user q ON q.id = s.lift_requested_by
  LEFT JOIN collection_log r ON r.id = s.record_id`;

@Injectable()
export class StopsQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async list(actor: Actor, { page, size, state, kind }: StopsQuery): Promise<Page<StopRow>> {
    const where = all([
      stopsSeenBy(actor),
      ...(state === 'ALL' ? [] : [state === 'LIVE' ? sql`s.live = 1` : sql`s.live IS NULL`]),
      ...(kind ? [sql`s.kind = ${kind}`] : []),
    ]);
    const offset = Math.min((page - 1) * size, COUNT_CAP);
    const [found, totalCount] = await Promise.all([
      this.database.wireRows<StopRecord>(sql`
        SELECT ${COLUMNS} FROM contact_stop s ${JOINED} WHERE ${where}
        ORDER BY s.live IS NULL, s.stopped_at DESC, s.id DESC LIMIT ${offset}, ${size}`),
      cappedTotal(this.database, sql`FROM contact_stop s WHERE ${where}`),
    ]);
    return { result: found.map((record) => this.rowOf(actor, record)), totalCount };
  }

  /** @throws stop.notFound */
  async detail(actor: Actor, id: number): Promise<StopDetail> {
    const [[record], acts] = await Promise.all([
      this.database.wireRows<StopRecord>(sql`
        SELECT ${COLUMNS} FROM contact_stop s ${JOINED} WHERE s.id = ${id} AND ${stopsSeenBy(actor)}`),
      this.database.wireRows<StoppedAct>(
        handedOver(sql`SELECT s.kind, s.act_id FROM contact_stop_act s WHERE s.stop_id = ${id}`),
      ),
    ]);
    if (!record) throw new AppError('stop.notFound');
    return { ...this.rowOf(actor, record), acts };
  }

  /** Stops of the viewer and the viewer's team now, for their banner; the reason is for supervisors. */
  async mine(actor: Actor): Promise<OwnStop[]> {
    const { userId, institutionId, queueId, groupId } = actor;
    const led = sql`p.group_id = ${groupId} AND ${actor.role === 'leader'} AND p.enabled = 1`;
    const stops = await this.database.wireRows<Omit<OwnStop, 'self'> & { subjectId: number }>(sql`
      SELECT s.id, s.kind, s.subject_id AS subjectId, ${SUBJECT_NAME} AS subject, s.stopped_at AS stoppedAt
      FROM contact_stop s
      WHERE s.live = 1 AND (
        (s.kind = 'COLLECTOR' AND (s.subject_id = ${userId} OR s.subject_id IN (SELECT p.id FROM user p WHERE ${led})))
        OR (s.kind = 'QUEUE' AND (s.subject_id = ${queueId}
          OR s.subject_id IN (SELECT p.queue_id FROM user p WHERE ${led})))
        OR (s.kind IN ('TEMPLATE', 'INSTITUTION') AND s.institution_id IN (
          SELECT above.id FROM institution own JOIN institution above ON own.path LIKE CONCAT(above.path, '%')
          WHERE own.id = ${institutionId})))
      ORDER BY s.id LIMIT 20`);
    return stops.map(({ subjectId, ...stop }) => ({
      ...stop,
      self: stop.kind === 'COLLECTOR' && subjectId === userId,
    }));
  }

  choices(actor: Actor, kind: ChosenStopKind): Promise<StopChoice[]> {
    return this.database.rows<StopChoice>(subjectsOf(actor, kind));
  }

  private rowOf(actor: Actor, record: StopRecord): StopRow {
    const { reasonEnc, liftReasonEnc, evidenceEnc, stoppedByName, requesterName, ...rest } = record;
    const { byInstitutionId: _by, requesterInstitutionId: _asker, aboveRequesterId: _above, ...row } = rest;
    return {
      ...row,
      stoppedBy: stoppedByName,
      liftRequestedBy: requesterName,
      reason: reasonEnc && this.vault.open(reasonEnc),
      liftReason: liftReasonEnc && this.vault.open(liftReasonEnc),
      evidence: evidenceEnc && this.vault.open(evidenceEnc),
      mayLift: refusalOfLift(actor, record) === null,
    };
  }
}

function stopsSeenBy(actor: Actor): Statement {
  return institutionsIn(actor, sql`s.institution_id`);
}

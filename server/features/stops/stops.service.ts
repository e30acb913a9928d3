import { Injectable } from '@nestjs/common';
import {
  needsRequest,
  type ChosenStopKind,
  type ResumeContact,
  type StopContact,
} from '../../../contract/contact/stops.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { refuseIfTied, refuseOwnHand } from '../../platform/auth/ties.js';
import { Vault } from '../../platform/crypto/vault.js';
import { checkVersion } from '../../platform/db/changes.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Claim, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { ContactStop } from '../../domain/stops/contact-stop.entity.js';
import { SHUT_GATE } from '../../domain/stops/forbidden.sql.js';
import { refusalOfLift, type StopFacts } from '../../domain/stops/stop.rules.js';
import { REQUESTER, hearersOf, subjectNamed, type Subject } from '../../domain/stops/stop.sql.js';
import { keepHandedOver } from '../../domain/stops/stop.writes.js';
import { NumberStopsService } from './number-stops.service.js';

export interface Saved {
  id: number;
  version: number;
}
interface NewStop {
  kind: ChosenStopKind;
  subjectId: number;
  institutionId: number;
  byInstitutionId: number;
  /** Sealed. */
  reason: Buffer;
}
type Stop = StopFacts & { id: number; version: number; subjectId: number; institutionId: number };

/**
 * Stops all contact of one collector, queue, template or institution, or by one number, and lets it go on. Both shut the gate: what is
 * claimed after their commit goes by them, and what was claimed before is known and listed.
 */
@Injectable()
export class StopsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly numbers: NumberStopsService,
  ) {}

  /** @throws stop.subject outside the actor's institutions, stop.stands, request.reused */
  async stop(actor: Actor, { clientRequestId, ...input }: StopContact): Promise<Saved> {
    const { kind, subjectId } = input;
    const reason = this.vault.seal(input.reason);
    return this.uow.once(actor, ['guard.stop', clientRequestId, input], async (tx) => {
      const [, [subject]] = await tx.read<[object, Subject]>(SHUT_GATE, subjectNamed(actor, kind, subjectId));
      if (!subject) throw fieldError('stop.subject', 'subjectId');
      const standing = await tx.manager.findOneBy(ContactStop, { kind, subjectId, live: true });
      if (standing) throw new AppError('stop.stands', { id: standing.id });
      const by = { institutionId: subject.institutionId, byInstitutionId: actor.institutionId, reason };
      const id =
        kind === 'NUMBER'
          ? await this.numbers.place(tx, { ...by, contactId: subjectId, recordId: null })
          : await this.place(tx, actor, { ...by, kind, subjectId });
      return { id, version: 1 };
    });
  }

  private async place(tx: Tx, actor: Actor, { reason, ...stop }: NewStop): Promise<number> {
    const { kind, subjectId, institutionId } = stop;
    const id = await this.ids.take();
    const by = { stoppedBy: actor.userId, stoppedAt: tx.now };
    await tx.manager.insert(ContactStop, { id, ...stop, reasonEnc: reason, ...by });
    keepHandedOver(tx, id);
    const [heard] = await tx.read<[{ id: number }]>(hearersOf(actor, kind, subjectId));
    const heardBy = heard.map((institution) => institution.id);
    tx.emit('stop.placed', { stopId: id, institutionId, kind, subjectId, heardBy });
    return id;
  }

  /**
   * The first call about a number's stop asks for its end, the second one, of another person, ends it.
   *
   * @throws stop.notFound, what `refusalOfLift` answers, approval.tied, entity.changed, request.reused
   */
  resume(actor: Actor, { id, version, reason, clientRequestId }: ResumeContact): Promise<Saved> {
    const body = { id, version, reason };
    return this.uow.onceLocked<Saved>(actor, ['guard.resume', clientRequestId, body], (tx, claim) =>
      this.lift(tx, claim, actor, body),
    );
  }

  private async lift(
    tx: Tx,
    claim: Claim<Saved>,
    actor: Actor,
    { id, version, reason }: Pick<ResumeContact, 'id' | 'version' | 'reason'>,
  ): Promise<Saved> {
    const [, [stop]] = await claim.read<[object, Stop]>(
      SHUT_GATE,
      sql`
        SELECT s.id, s.version, s.kind, s.subject_id AS subjectId, s.institution_id AS institutionId,
          s.by_institution_id AS byInstitutionId, s.stopped_by AS stoppedBy, s.lifted_at AS liftedAt,
          s.lift_requested_by AS liftRequestedBy, ${REQUESTER}
        FROM contact_stop s WHERE s.id = ${id} AND ${institutionsIn(actor, sql`s.institution_id`)} FOR UPDATE`,
    );
    if (!stop) throw new AppError('stop.notFound');
    const earlier = claim.earlier();
    if (earlier) return earlier;
    const refusal = refusalOfLift(actor, stop);
    if (refusal) throw new AppError(refusal);
    checkVersion(stop, version, { version: stop.version });
    const named = { id, contactId: stop.subjectId, institutionId: stop.institutionId };
    if (needsRequest(stop)) {
      await this.numbers.requestLift(tx, named, this.vault.seal(reason));
      return claim.keep({ id, version: stop.version + 1 });
    }
    await refuseIfTied(tx, actor.userId, stop.kind === 'NUMBER' ? stop.liftRequestedBy : stop.stoppedBy);
    if (stop.kind === 'COLLECTOR') await refuseOwnHand(tx, actor.userId, stop.subjectId);
    const { kind, subjectId, institutionId } = stop;
    const [heard] = await tx.read<[{ id: number }]>(hearersOf(actor, kind, subjectId));
    const liftReasonEnc = this.vault.seal(reason);
    await tx.manager.update(ContactStop, id, { liftedBy: actor.userId, liftedAt: tx.now, liftReasonEnc });
    const heardBy = heard.map((institution) => institution.id);
    if (kind === 'NUMBER') await this.numbers.lift(tx, named);
    else tx.emit('stop.lifted', { stopId: id, institutionId, kind, subjectId, heardBy });
    return claim.keep({ id, version: stop.version + 1 });
  }
}

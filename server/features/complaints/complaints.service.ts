import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import type {
  AllocateComplaint,
  AllocateComplaints,
  AllocatedComplaints,
  ClassifyComplaint,
  CompleteComplaint,
  ComplaintAct,
  FineComplaint,
  MoveComplaint,
  ProcessComplaint,
} from '../../../contract/supervision/complaints.js';
import type { Actor } from '../../platform/auth/actor.js';
import { complaintsOf } from '../../platform/auth/scope.js';
import { refuseIfTied, refuseOwnHand } from '../../platform/auth/ties.js';
import { Vault } from '../../platform/crypto/vault.js';
import { checkVersion } from '../../platform/db/changes.js';
import { Ids } from '../../platform/db/ids.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { publishViolation } from '../announcements/violations.service.js';
import { SHUT_GATE } from '../../domain/stops/forbidden.sql.js';
import { ComplaintCause } from '../../domain/complaints/complaint-cause.entity.js';
import { holdForComplaint, liftForComplaint } from '../../domain/complaints/complaint-holds.writes.js';
import { User } from '../../domain/users/user.entity.js';
import { holdersOf, type Holder } from '../../domain/stops/numbers.sql.js';
import {
  deadlineOf,
  refusalOf,
  statusAfter,
  type ComplaintFacts,
} from '../../domain/complaints/complaint.rules.js';

export interface LockedComplaint extends ComplaintFacts {
  id: number;
  version: number;
  institutionId: number;
  caseId: number | null;
  borrowerId: number | null;
  phoneEnc: Buffer;
  level: 1 | 2 | 3;
  keepsHold: number;
}
type Moved = Exclude<ComplaintAct, 'create'>;
interface Ref {
  id: number;
  version?: number | undefined;
  clientRequestId?: string | undefined;
}
export interface Saved {
  id: number;
  version: number;
}
/** Changes of a step beside the state, and its text. */
interface Step {
  set?: Statement;
  note?: string | null;
  handlerId?: number | null;
}

/**
 * Acts on a complaint, from its assignment to its end. Each act is one transaction: the complaint, its step, its
 * hold, its penalty's announcement and its event.
 *
 * @throws from every act: complaint.notFound, what `refusalOf` answers, approval.tied, entity.changed, request.reused
 */
@Injectable()
export class ComplaintsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
  ) {}

  /** @throws complaint.handler when the person may not handle it: it is about them, or they are gone */
  allocate(actor: Actor, { handlerId, ...ref }: AllocateComplaint): Promise<Saved> {
    return this.move(actor, 'allocate', ref, { handlerId }, async (tx, complaint) => {
      if (!(await mayHandle(tx, complaint, handlerId))) throw fieldError('complaint.handler', 'handlerId');
      return { set: sql`handler_id = ${handlerId}`, handlerId };
    });
  }

  async allocateAll(actor: Actor, { ids, handlerId }: AllocateComplaints): Promise<AllocatedComplaints> {
    const answer: AllocatedComplaints = { accepted: [], rejected: [] };
    for (const id of new Set(ids)) {
      try {
        await this.allocate(actor, { id, handlerId });
        answer.accepted.push(id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        answer.rejected.push({ id, reason: error.key });
      }
    }
    return answer;
  }

  /** @throws complaint.causeNotFound (field) of one that is not in use */
  classify(actor: Actor, { causeId, ...ref }: ClassifyComplaint): Promise<Saved> {
    return this.move(actor, 'classify', ref, { causeId }, async (tx) => {
      const { name } = await checkCause(tx, causeId);
      return { set: sql`cause_id = ${causeId}`, note: name };
    });
  }

  process(actor: Actor, { method, remarks, ...ref }: ProcessComplaint): Promise<Saved> {
    return this.move(actor, 'process', ref, { method, remarks }, (tx) => ({
      set: sql`method = ${method}, remarks_enc = ${this.vault.seal(remarks)}, processed_at = ${tx.now}`,
      note: remarks,
    }));
  }

  done(actor: Actor, { keepHold, note, ...ref }: CompleteComplaint): Promise<Saved> {
    return this.move(actor, 'done', ref, { keepHold, note }, async (tx, complaint) => {
      const { holders } = await this.shut(tx, complaint);
      if (!keepHold) liftForComplaint(tx, complaint, holders);
      return {
        set: sql`completed_by = ${actor.userId}, completed_at = ${tx.now}, keeps_hold = ${keepHold}`,
        note: note ?? null,
      };
    });
  }

  /** Its deadline stays. From whoever handles it, it goes back to nobody. */
  return(actor: Actor, { note, ...ref }: MoveComplaint): Promise<Saved> {
    return this.move(actor, 'return', ref, { note }, (_, { status }) => ({
      note,
      ...(status === 'PROCESSING' && { set: sql`handler_id = NULL` }),
    }));
  }

  /** With a new deadline, and held again. */
  reopen(actor: Actor, { note, ...ref }: MoveComplaint): Promise<Saved> {
    return this.move(actor, 'reopen', ref, { note }, async (tx, complaint) => {
      const { phoneHashes, holders } = await this.shut(tx, complaint);
      if (!complaint.keepsHold) holdForComplaint(tx, { ...complaint, phoneHashes }, holders);
      return {
        set: sql`due_at = ${deadlineOf(complaint.level, tx.now)}, handler_id = NULL, completed_by = NULL,
          completed_at = NULL, keeps_hold = 0`,
        note,
      };
    });
  }

  /** Told to everybody by a violation announcement. @throws complaint.nobodyToFine */
  penalty(actor: Actor, { userId, amount, reason, ...ref }: FineComplaint): Promise<Saved> {
    return this.move(actor, 'penalty', ref, { userId, amount, reason }, async (tx, complaint) => {
      const finedId = userId ?? complaint.collectorId;
      if (finedId === null) throw fieldError('complaint.nobodyToFine', 'userId');
      const place = { institutionId: In([...actor.institutionIds]) };
      const fined = await tx.manager.findOneBy(User, { id: finedId, ...place });
      if (!fined) throw fieldError('complaint.nobodyToFine', 'userId');
      if (finedId === actor.userId) throw new AppError('complaint.own');
      const { name, institutionId } = fined;
      const from = { source: 'COMPLAINT', sourceId: complaint.id, userId: finedId } as const;
      await publishViolation(tx, await this.ids.take(), { institutionId, name, reason, amount, from });
      return {
        set: sql`penalty_amount = ${amount}, penalty_reason = ${reason}, fined_id = ${finedId},
          fined_by = ${actor.userId}, fined_at = ${tx.now}`,
        note: reason,
      };
    });
  }

  transfer(actor: Actor, { note, ...ref }: MoveComplaint): Promise<Saved> {
    return this.move(actor, 'transfer', ref, { note }, (tx) => ({
      set: sql`transferred_by = ${actor.userId}, transferred_at = ${tx.now}`,
      note,
    }));
  }

  /** A file's row; the file itself is kept before. */
  attach(actor: Actor, id: number, write: (tx: Tx) => void, note: string): Promise<Saved> {
    return this.move(actor, 'attach', { id }, {}, (tx) => {
      write(tx);
      return { note };
    });
  }

  /** A complaint that is just being opened tells of it as of every later step. */
  tell(tx: Tx, id: number, act: ComplaintAct, after: string, { note = null, handlerId = null }: Step): void {
    tx.write(sql`
      INSERT INTO complaint_step (complaint_id, act, status_after, note_enc, by_id, handler_id, at)
      VALUES (${id}, ${act}, ${after}, ${note === null ? null : this.vault.seal(note)}, ${tx.actor.userId}, ${handlerId},
        ${tx.now})`);
  }

  /** Before a hold is placed or lifted. @returns who has the number of a complaint without a case */
  private async shut(tx: Tx, { caseId, phoneEnc }: LockedComplaint) {
    const phoneHashes = this.vault.indexes(this.vault.open(phoneEnc));
    const ofNumber = caseId === null ? phoneHashes : [];
    const [, holders] = await tx.read<[object, Holder]>(SHUT_GATE, holdersOf(ofNumber));
    return { phoneHashes, holders };
  }

  private move(
    actor: Actor,
    act: Moved,
    { id, version, clientRequestId }: Ref,
    input: object,
    work: (tx: Tx, complaint: LockedComplaint) => Step | Promise<Step>,
  ): Promise<Saved> {
    const key = [`complaint.${act}`, clientRequestId, { id, version, ...input }] as const;
    return this.uow.onceLocked<Saved>(actor, key, async (tx, claim) => {
      const [[complaint]] = await claim.read<[LockedComplaint]>(lock(actor, id));
      if (!complaint) throw new AppError('complaint.notFound');
      const earlier = claim.earlier();
      if (earlier) return earlier;
      const refusal = refusalOf(act, actor, complaint, tx.now);
      if (refusal) throw new AppError(refusal);
      await refuseOwnHand(tx, actor.userId, complaint.collectorId);
      if (act === 'done') await refuseIfTied(tx, actor.userId, complaint.handlerId);
      checkVersion(complaint, version, { version: complaint.version, status: complaint.status });
      const step = await work(tx, complaint);
      const { set = sql`status = ${complaint.status}`, handlerId } = step;
      const { institutionId, status } = complaint;
      const after = statusAfter(act, status);
      tx.write(sql`
        UPDATE complaint SET ${set}, status = ${after}, updated_at = ${tx.now}, version = version + 1 WHERE id = ${id}`);
      this.tell(tx, id, act, after, step);
      tx.emit('complaint.moved', {
        ...{ complaintId: id, institutionId, act },
        ...{ statusBefore: status, statusAfter: after, handlerId },
      });
      return claim.keep({ id, version: complaint.version + 1 });
    });
  }
}

/** @throws complaint.causeNotFound (field) */
export async function checkCause(tx: Tx, id: number): Promise<ComplaintCause> {
  const cause = await tx.manager.findOneBy(ComplaintCause, { id, enabled: true });
  if (!cause) throw fieldError('complaint.causeNotFound', 'causeId');
  return cause;
}

function lock(actor: Actor, id: number): Statement {
  return sql`
    SELECT k.id, k.version, k.institution_id AS institutionId, k.case_id AS caseId, k.borrower_id AS borrowerId,
      k.phone_enc AS phoneEnc, k.level, k.status, k.collector_id AS collectorId, k.handler_id AS handlerId,
      k.keeps_hold AS keepsHold, k.fined_at AS finedAt, k.transferred_at AS transferredAt, k.completed_at AS completedAt
    FROM complaint k WHERE k.id = ${id} AND ${complaintsOf(actor)} FOR UPDATE`;
}

/** Somebody who leads or supervises in the institution that the complaint is of, and whom it is not about. */
async function mayHandle(tx: Tx, of: LockedComplaint, handlerId: number): Promise<boolean> {
  const { institutionId, collectorId } = of;
  if (handlerId === collectorId) return false;
  return tx.manager.existsBy(User, { id: handlerId, institutionId, enabled: true, role: Not('member') });
}

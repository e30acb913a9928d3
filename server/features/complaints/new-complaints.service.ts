import { Injectable } from '@nestjs/common';
import type { NewComplaint } from '../../../contract/supervision/complaints.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { maskPhone, normalisePhone, Vault } from '../../platform/crypto/vault.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { lockBorrower } from '../../domain/contact-compliance/decide/compliance.sql.js';
import { SHUT_GATE } from '../../domain/stops/forbidden.sql.js';
import { holdForComplaint } from '../../domain/complaints/complaint-holds.writes.js';
import { holdersOf, type Holder } from '../../domain/stops/numbers.sql.js';
import { checkCause, ComplaintsService, type Saved } from './complaints.service.js';
import { deadlineOf } from '../../domain/complaints/complaint.rules.js';

/** The subject of a complaint: a case with its borrower, or a number. */
interface About {
  caseId: number | null;
  borrowerId: number | null;
  institutionId: number;
  groupId: number | null;
  collectorId: number | null;
  phoneEnc: Buffer;
  phoneHash: Buffer;
  phoneMask: string;
}

@Injectable()
export class NewComplaintsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly complaints: ComplaintsService,
  ) {}

  /**
   * Contact with the borrower, or the number, is forbidden from the commit on.
   *
   * @throws case.notFound, request.invalid for a telephone number that is none, complaint.causeNotFound (field), request.reused
   */
  async create(actor: Actor, { clientRequestId, ...input }: NewComplaint): Promise<Saved> {
    const { taskId, phone, type, causeId = null, level, content, userQuota = null } = input;
    const id = await this.ids.take();
    const sealed = this.vault.seal(content);
    return this.uow.once(actor, ['complaint', clientRequestId, input], async (tx) => {
      if (causeId !== null) await checkCause(tx, causeId);
      const about =
        taskId === undefined ? this.ofNumber(actor, phone ?? '') : await ofCase(tx, actor, taskId);
      const phoneHashes = this.vault.indexes(this.vault.open(about.phoneEnc));
      const holders = taskId === undefined ? await shutFor(tx, phoneHashes) : [];
      const { institutionId, groupId, caseId, borrowerId, collectorId } = about;
      tx.write(sql`
        INSERT INTO complaint (id, institution_id, group_id, case_id, borrower_id, phone_enc, phone_hash, phone_mask,
          type, cause_id, level, status, content_enc, user_quota, due_at, collector_id, created_by, created_at, updated_at)
        VALUES (${id}, ${institutionId}, ${groupId}, ${caseId}, ${borrowerId}, ${about.phoneEnc}, ${about.phoneHash},
          ${about.phoneMask}, ${type}, ${causeId}, ${level}, 'PENDING', ${sealed}, ${userQuota}, ${deadlineOf(level, tx.now)},
          ${collectorId}, ${actor.userId}, ${tx.now}, ${tx.now})`);
      holdForComplaint(tx, { id, caseId, borrowerId, phoneHashes }, holders);
      this.complaints.tell(tx, id, 'create', 'PENDING', {});
      tx.emit('complaint.opened', { complaintId: id, institutionId, type, level });
      return { id, version: 1 };
    });
  }

  private ofNumber(actor: Actor, text: string): About {
    const phone = normalisePhone(text);
    if (!phone) throw fieldError('request.invalid', 'phone');
    const { institutionId, groupId } = actor;
    return {
      ...{ caseId: null, borrowerId: null, collectorId: null, institutionId, groupId },
      phoneEnc: this.vault.seal(phone),
      phoneHash: this.vault.index(phone),
      phoneMask: maskPhone(phone),
    };
  }
}

async function shutFor(tx: Tx, phoneHashes: readonly Buffer[]): Promise<Holder[]> {
  const [, holders] = await tx.read<[object, Holder]>(SHUT_GATE, holdersOf(phoneHashes));
  return holders;
}

/** Locks the borrower, so that no contact is judged by half of it. */
async function ofCase(tx: Tx, actor: Actor, caseId: number): Promise<About> {
  const [, [about]] = await tx.read<[object, About, object]>(
    SHUT_GATE,
    sql`
      SELECT c.id AS caseId, c.borrower_id AS borrowerId, c.institution_id AS institutionId, c.group_id AS groupId,
        c.owner_id AS collectorId, b.phone_enc AS phoneEnc, b.phone_hash AS phoneHash, b.phone_mask AS phoneMask
      FROM collection_case c JOIN borrower b ON b.id = c.borrower_id WHERE c.id = ${caseId} AND ${casesOf(actor)}`,
    lockBorrower(caseId),
  );
  if (!about) throw new AppError('case.notFound');
  return about;
}

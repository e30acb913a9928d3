import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type {
  ErasureDecision,
  ErasureWish,
  PrivacyLift,
  PrivacyState,
  PrivacyWish,
} from '../../../contract/contact/privacy.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { caseFor } from '../../platform/auth/scope.js';
import { refuseIfTied } from '../../platform/auth/ties.js';
import { Vault } from '../../platform/crypto/vault.js';
import { checkVersion, saveChanges } from '../../platform/db/changes.js';
import { Ids } from '../../platform/db/ids.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Settings } from '../../platform/settings/settings.js';
import { Borrower } from '../../domain/borrowers/borrower.entity.js';
import { Case } from '../../domain/cases/case.entity.js';
import { NEVER } from '../../domain/contact-compliance/decide/compliance.rules.js';
import { ContactHold } from '../../domain/contact-compliance/holds/contact-hold.entity.js';
import { PrivacyBlock } from '../../domain/privacy/privacy-block.entity.js';
import { SHUT_GATE } from '../../domain/stops/forbidden.sql.js';
import { ObstaclesQueries } from './obstacles.queries.js';

interface Done {
  id: number;
}

/**
 * A borrower who wants to be left alone: no contact and nothing shown from the moment it is written down, and erased by two
 * people when the kept time is over and nothing stands against it.
 */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly settings: Settings,
    private readonly obstacles: ObstaclesQueries,
  ) {}

  /** The gate is shut: what is claimed after the commit has seen it. @throws case.notFound, privacy.exists, request.reused */
  async block(actor: Actor, { clientRequestId, ...wish }: PrivacyWish): Promise<Done> {
    const { taskId, receivedOn, reason } = wish;
    const { privacyAnswerDays, privacyKeptDays } = (await this.settings.of(actor.institutionId)).configured
      .limits;
    const id = await this.ids.take();
    return this.uow.once(actor, ['privacy.block', clientRequestId, wish], async (tx) => {
      const [, [seen]] = await tx.read<[object, { id: number }]>(SHUT_GATE, caseFor(actor, taskId));
      if (!seen) throw new AppError('case.notFound');
      const today = businessDay(tx.now);
      if (receivedOn > today) throw fieldError('request.invalid', 'receivedOn');
      const { borrowerId, institutionId } = await tx.manager.findOneByOrFail(Case, { id: taskId });
      if (await tx.manager.existsBy(PrivacyBlock, { liveBorrowerId: borrowerId }))
        throw new AppError('privacy.exists');
      const by = { placedBy: actor.userId, placedAt: tx.now };
      const hold = { borrowerId, kind: 'NO_CONTACT' as const, caseId: taskId, ...by };
      const { identifiers } = await tx.manager.insert(ContactHold, hold);
      await tx.manager.update(Borrower, borrowerId, { blockedAt: tx.now });
      await tx.manager.update(Case, { borrowerId }, { contactFrom: NEVER });
      await tx.manager.insert(PrivacyBlock, {
        ...{ id, institutionId, borrowerId, caseId: taskId, status: 'BLOCKED', receivedOn },
        dueOn: addDays(receivedOn, privacyAnswerDays),
        erasableOn: addDays(today, privacyKeptDays),
        reasonEnc: this.vault.seal(reason),
        holdId: Number(identifiers[0]!['id']),
        ...{ blockedBy: actor.userId, blockedAt: tx.now },
      });
      tx.emit('contact.held', { caseId: taskId, borrowerId, contactId: null, kind: 'NO_CONTACT' });
      tx.emit('privacy.blocked', { caseId: taskId, borrowerId, institutionId, blockId: id });
      return { id };
    });
  }

  /** Somebody else than who blocked. @throws privacy.notFound, approval.state, approval.own, approval.tied, entity.changed */
  async lift(actor: Actor, { clientRequestId, ...lift }: PrivacyLift): Promise<Done> {
    return this.uow.once(actor, ['privacy.lift', clientRequestId, lift], async (tx) => {
      await tx.read(SHUT_GATE);
      const block = await lockBlock(tx, actor, lift, ['BLOCKED']);
      if (block.blockedBy === actor.userId) throw new AppError('approval.own');
      await refuseIfTied(tx, actor.userId, block.blockedBy);
      const { borrowerId, holdId } = block;
      await tx.manager.update(ContactHold, holdId, { liftedBy: actor.userId, liftedAt: tx.now });
      await tx.manager.update(Borrower, borrowerId, { blockedAt: null });
      const others = { borrowerId, liftedAt: IsNull(), contactId: IsNull() };
      if (!(await tx.manager.existsBy(ContactHold, others)))
        await tx.manager.update(Case, { borrowerId }, { contactFrom: tx.now });
      await saveChanges(tx, block, {
        ...{ status: 'LIFTED', decidedBy: actor.userId, decidedAt: tx.now, endedAt: tx.now },
        answerEnc: this.vault.seal(lift.answer),
      });
      const { caseId } = block;
      tx.emit('contact.holdLifted', { caseId, borrowerId, holdId, kind: 'NO_CONTACT' });
      tx.emit('privacy.lifted', aboutOf(block));
      return { id: block.id };
    });
  }

  /** @throws privacy.notFound, approval.state, privacy.against, entity.changed, request.reused */
  async ask(actor: Actor, { clientRequestId, ...wish }: ErasureWish): Promise<Done> {
    return this.uow.once(actor, ['privacy.ask', clientRequestId, wish], async (tx) => {
      const block = await lockBlock(tx, actor, wish, ['BLOCKED']);
      await this.checkObstacles(tx, block);
      await saveChanges(tx, block, { status: 'ASKED', askedBy: actor.userId, askedAt: tx.now });
      tx.emit('privacy.erasureAsked', aboutOf(block));
      return { id: block.id };
    });
  }

  /**
   * The job of the event erases: files first, which no transaction holds.
   *
   * @throws privacy.notFound, approval.state, privacy.against, approval.own, approval.tied, entity.changed, request.reused
   */
  async decide(actor: Actor, { clientRequestId, ...decision }: ErasureDecision): Promise<Done> {
    const { approve, answer } = decision;
    return this.uow.once(actor, ['privacy.decide', clientRequestId, decision], async (tx) => {
      const block = await lockBlock(tx, actor, decision, ['ASKED']);
      if (block.askedBy === actor.userId) throw new AppError('approval.own');
      await refuseIfTied(tx, actor.userId, block.askedBy);
      if (approve) await this.checkObstacles(tx, block);
      await saveChanges(tx, block, {
        status: approve ? 'ERASING' : 'BLOCKED',
        answerEnc: this.vault.seal(answer),
        ...{ decidedBy: actor.userId, decidedAt: tx.now },
      });
      tx.emit('privacy.decided', { ...aboutOf(block), approved: approve });
      return { id: block.id };
    });
  }

  private async checkObstacles(tx: Tx, block: PrivacyBlock): Promise<void> {
    const against = await this.obstacles.of(tx.manager, [block], tx.now);
    if (against.get(block.id)!.length > 0) throw new AppError('privacy.against');
  }
}

/** It belongs to an institution that the actor administers. */
async function lockBlock(
  tx: Tx,
  { institutionIds }: Actor,
  { id, version }: Pick<ErasureWish, 'id' | 'version'>,
  states: readonly PrivacyState[],
): Promise<PrivacyBlock> {
  const block = await tx.manager.findOne(PrivacyBlock, {
    where: { id, institutionId: In(institutionIds) },
    lock: { mode: 'pessimistic_write' },
  });
  if (!block) throw new AppError('privacy.notFound');
  checkVersion(block, version, { version: block.version, status: block.status });
  if (!states.includes(block.status)) throw new AppError('approval.state');
  return block;
}

function aboutOf({ id, caseId, borrowerId, institutionId }: PrivacyBlock) {
  return { caseId, borrowerId, institutionId, blockId: id };
}

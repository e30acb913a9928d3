import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import type { Actor } from '../../platform/auth/actor.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { Logger } from '../../platform/logger/logger.js';
import { Push } from '../../platform/push/push.js';
import { Contact } from '../../domain/borrowers/contact.entity.js';
import { Borrower } from '../../domain/borrowers/borrower.entity.js';
import { DeviceCall } from '../../domain/borrowers/device-call.entity.js';
import { Case } from '../../domain/cases/case.entity.js';
import { ImportRun } from '../../domain/imports/import-run.entity.js';
import { isOver } from '../../domain/imports/import-run.rules.js';
import { ofNoOtherLoan, untouched } from '../../domain/imports/take-back.sql.js';
import { LoanItem } from '../../domain/loans/loan-item.entity.js';
import { PlanRow } from '../../domain/loans/plan-row.entity.js';
import { User } from '../../domain/users/user.entity.js';
import { ImportsQueries } from './imports.queries.js';

const BATCH_ITEMS = 200;

/**
 * Releases a person's import once its rows are in, or takes it back. Released, its loans are worked. Until then it can be taken back:
 * the loans it brought are removed with their cases, their instalments and the borrowers of whom nothing else is known, but
 * for loans that somebody or something has touched. Rows that it added to known loans stay.
 */
@Injectable()
export class ReleaseService implements BeforeApplicationShutdown {
  private readonly takingBack = new Map<number, Promise<void>>();
  private stopping = false;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: ImportsQueries,
    private readonly push: Push,
    private readonly logger: Logger,
  ) {}

  /** In one moment, however many loans it has. @throws request.notFound, import.running, import.notWaiting */
  async release(actor: Actor, importId: number): Promise<void> {
    await this.queries.run(actor, importId);
    await this.uow.transact(actor, async (tx) => {
      const run = await this.waiting(tx, importId);
      if (run.releaseState !== 'WAITING') throw new AppError('import.notWaiting');
      await tx.manager.update(ImportRun, importId, { releaseState: 'RELEASED' });
      tx.emit('import.released', { importId, ...(await this.audience(tx, run)) });
    });
  }

  /**
   * The loans are removed after the answer, part by part. Sent again, it goes on where a server that ended had left it.
   *
   * @throws request.notFound, import.running, import.notWaiting
   */
  async takeBack(actor: Actor, importId: number): Promise<void> {
    await this.queries.run(actor, importId);
    if (this.stopping) throw new AppError('request.inProgress');
    if (this.takingBack.has(importId)) return;
    await this.uow.transact(actor, async (tx) => {
      const { releaseState } = await this.waiting(tx, importId);
      if (releaseState === 'TAKING_BACK') return;
      await tx.manager.update(ImportRun, importId, { releaseState: 'TAKING_BACK' });
      tx.emit('import.takeBackBegun', { importId });
    });
    const going = this.takeAll(actor, importId)
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => this.takingBack.delete(importId));
    this.takingBack.set(importId, going);
  }

  /** Locked: two people who press at once do one thing. */
  private async waiting(tx: Tx, importId: number): Promise<ImportRun> {
    const lock = { mode: 'pessimistic_write' } as const;
    const run = await tx.manager.findOneOrFail(ImportRun, { where: { id: importId }, lock });
    if (!isOver(run, tx.now)) throw new AppError('import.running');
    if (run.releaseState !== 'WAITING' && run.releaseState !== 'TAKING_BACK')
      throw new AppError('import.notWaiting');
    return run;
  }

  private async audience(tx: Tx, { startedBy }: ImportRun) {
    const starter = startedBy === null ? null : await tx.manager.findOneBy(User, { id: startedBy });
    return { startedBy, institutionId: starter?.institutionId ?? null };
  }

  private async takeAll(actor: Actor, importId: number): Promise<void> {
    let after: number | null = 0;
    while (after !== null) {
      if (this.stopping) return;
      const from: number = after;
      after = await this.uow.transact(actor, (tx) => this.takePart(tx, importId, from));
      this.push.progress('import', actor.userId);
    }
    await this.uow.transact(actor, (tx) => this.end(tx, importId));
  }

  /** @returns the last loan item that was looked at; null when there was none */
  private async takePart(tx: Tx, importId: number, after: number): Promise<number | null> {
    const part = await tx.manager.find(LoanItem, {
      select: { id: true },
      where: { importId, id: MoreThan(after) },
      order: { id: 'ASC' },
      take: BATCH_ITEMS,
      // A payment that is being posted is seen before the loan is judged.
      lock: { mode: 'pessimistic_write' },
    });
    if (part.length === 0) return null;
    const [items] = await tx.read<[{ id: number; borrowerId: number }]>(untouched(part.map(({ id }) => id)));
    if (items.length > 0) await this.remove(tx, importId, items);
    return part.at(-1)!.id;
  }

  private async remove(
    tx: Tx,
    importId: number,
    items: readonly { id: number; borrowerId: number }[],
  ): Promise<void> {
    const ids = items.map(({ id }) => id);
    const ofItems = { loanItemId: In(ids) };
    const cases = await tx.manager.find(Case, { select: { id: true }, where: ofItems });
    await tx.manager.delete(Case, ofItems);
    await tx.manager.delete(PlanRow, ofItems);
    await tx.manager.delete(LoanItem, { id: In(ids) });
    const [people] = await tx.read<[{ id: number }]>(
      ofNoOtherLoan([...new Set(items.map(({ borrowerId }) => borrowerId))]),
    );
    const ofPeople = { borrowerId: In(people.map(({ id }) => id)) };
    await tx.manager.delete(Contact, ofPeople);
    await tx.manager.delete(DeviceCall, ofPeople);
    await tx.manager.delete(Borrower, { id: ofPeople.borrowerId });
    await tx.manager.increment(ImportRun, { id: importId }, 'takenBack', ids.length);
    const caseIds = cases.map(({ id }) => id);
    tx.emit('import.loansTakenBack', { importId, loanItemIds: ids, caseIds });
  }

  /** Ends it: a loan that was touched waits on, until a person releases it. */
  private async end(tx: Tx, importId: number): Promise<void> {
    const run = await this.waiting(tx, importId);
    const staying = await tx.manager.countBy(LoanItem, { importId });
    await tx.manager.update(ImportRun, importId, { releaseState: staying > 0 ? 'WAITING' : 'TAKEN_BACK' });
    const { takenBack } = run;
    tx.emit('import.takenBack', { importId, ...(await this.audience(tx, run)), takenBack, staying });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.takingBack.values());
  }
}

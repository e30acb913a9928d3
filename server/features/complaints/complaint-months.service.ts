import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ConfirmMonth } from '../../../contract/supervision/complaint-months.js';
import { businessDay } from '../../../contract/shared/date.js';
import { type Actor, SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Ids } from '../../platform/db/ids.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { Settings } from '../../platform/settings/settings.js';
import { ComplaintMonthReport } from '../../domain/complaints/complaint-month.entity.js';
import {
  digestOf,
  dueDayOf,
  monthAfter,
  openedBy,
  openedIn,
  wordDue,
} from '../../domain/complaints/complaint-months.rules.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { ComplaintMonthsQueries, placeOf } from './complaint-months.queries.js';

/** Confirms months of complaints, and says when one is still to be confirmed. */
@Injectable()
export class ComplaintMonthsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly queries: ComplaintMonthsQueries,
  ) {}

  /**
   * A person stands by the figures that they saw. Again: by those of now.
   *
   * @throws institution.notFound (field), complaint.monthRuns, complaint.withoutCause, complaint.monthCounted for other
   * figures than these, request.reused
   */
  async confirm(
    actor: Actor,
    { clientRequestId, ...input }: ConfirmMonth,
  ): Promise<{ month: string; opened: number }> {
    const { month, digest } = input;
    const institutionId = placeOf(actor, input.institutionId);
    const newId = await this.ids.take();
    return this.uow.once(actor, ['complaintMonth.confirm', clientRequestId, input], async (tx) => {
      if (month >= businessDay(tx.now).slice(0, 7)) throw new AppError('complaint.monthRuns');
      const row = await this.lock(tx, { id: newId, institutionId, month });
      const lines = await this.queries.count(tx.manager, institutionId, month);
      const left = openedBy(lines).get(null) ?? 0;
      if (left > 0) throw new AppError('complaint.withoutCause', { count: left });
      if (digest !== digestOf(institutionId, month, lines)) throw new AppError('complaint.monthCounted');
      await tx.manager.update(
        ComplaintMonthReport,
        { id: row.id },
        { figures: lines, confirmedBy: actor.userId, confirmedAt: tx.now },
      );
      const opened = openedIn(lines);
      const openedBefore = row.figures && openedIn(row.figures);
      tx.emit('complaintMonth.confirmed', { monthId: row.id, institutionId, month, opened, openedBefore });
      return { month, opened };
    });
  }

  /** Reminds of the month before in each institution that reports: once before its day, and once when the day is over. */
  async remind(): Promise<void> {
    const today = businessDay(this.clock.now());
    const month = monthAfter(today.slice(0, 7), -1);
    const institutions = await this.dataSource.manager.findBy(Institution, { enabled: true });
    for (const { id } of institutions) {
      const { isReported, reportDay, remindDays } = (await this.settings.of(id)).configured.regulatorTerms;
      const dueOn = dueDayOf(month, reportDay);
      const deadline = { dueOn, remindDays };
      const nothingYet = wordDue(today, deadline, { remindedAt: null, alarmedAt: null }) === null;
      if (!isReported || nothingYet || (await this.queries.firstMonth(id)) > month) continue;
      const newId = await this.ids.take();
      await this.uow.transact(SYSTEM, async (tx) => {
        const row = await this.lock(tx, { id: newId, institutionId: id, month });
        const word = row.figures ? null : wordDue(today, deadline, row);
        if (word === null) return;
        const at = word === 'alarm' ? { alarmedAt: tx.now } : { remindedAt: tx.now };
        await tx.manager.update(ComplaintMonthReport, { id: row.id }, at);
        const about = { monthId: row.id, institutionId: id, month, dueOn };
        tx.emit('complaintMonth.due', { ...about, late: word === 'alarm' });
      });
    }
  }

  /** The institution's row is held, so that a month is begun once. */
  private async lock(
    tx: Tx,
    month: Pick<ComplaintMonthReport, 'id' | 'institutionId' | 'month'>,
  ): Promise<ComplaintMonthReport> {
    const lock = { mode: 'pessimistic_write' } as const;
    await tx.manager.findOneOrFail(Institution, { where: { id: month.institutionId }, lock });
    const where = { institutionId: month.institutionId, month: month.month };
    const row = await tx.manager.findOne(ComplaintMonthReport, { where, lock });
    if (row) return row;
    await tx.manager.insert(ComplaintMonthReport, month);
    return tx.manager.findOneByOrFail(ComplaintMonthReport, { id: month.id });
  }
}

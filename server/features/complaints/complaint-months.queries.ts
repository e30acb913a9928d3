import { Injectable, StreamableFile } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type {
  ComplaintMonthDetail,
  ComplaintMonthQuery,
  ComplaintMonthRow,
  ComplaintMonthsQuery,
  MonthLine,
} from '../../../contract/supervision/complaint-months.js';
import { businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { csvText } from '../../platform/http/csv.js';
import { Settings } from '../../platform/settings/settings.js';
import { Complaint } from '../../domain/complaints/complaint.entity.js';
import { ComplaintCause } from '../../domain/complaints/complaint-cause.entity.js';
import { ComplaintMonthReport } from '../../domain/complaints/complaint-month.entity.js';
import {
  digestOf,
  dueDayOf,
  fileOf,
  monthAfter,
  openedBy,
  openedIn,
  stateOf,
} from '../../domain/complaints/complaint-months.rules.js';
import { Institution } from '../../domain/institutions/institution.entity.js';
import { User } from '../../domain/users/user.entity.js';

/** Months of an institution's complaints as the regulator wants them: its own complaints, by the regulator's causes. */
@Injectable()
export class ComplaintMonthsQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** @throws institution.notFound (field) */
  async list(actor: Actor, { institutionId, year }: ComplaintMonthsQuery): Promise<ComplaintMonthRow[]> {
    const id = placeOf(actor, institutionId);
    const first = await this.firstMonth(id);
    const last = [`${year}-12`, businessDay(this.clock.now()).slice(0, 7)].sort()[0]!;
    const months: string[] = [];
    for (let month = last; month >= `${year}-01` && month >= first; month = monthAfter(month, -1))
      months.push(month);
    const found = await Promise.all(months.map((month) => this.month(id, month)));
    return found.map(({ row }) => row);
  }

  /** @throws institution.notFound (field) */
  async detail(actor: Actor, query: ComplaintMonthQuery): Promise<ComplaintMonthDetail> {
    const { month } = query;
    const institutionId = placeOf(actor, query.institutionId);
    const [{ row, lines, confirmed }, former, { name }] = await Promise.all([
      this.month(institutionId, month),
      this.month(institutionId, monthAfter(month, -1)),
      this.institution(institutionId),
    ]);
    const before = openedBy(former.confirmed ?? former.lines);
    const asConfirmed = confirmed && openedBy(confirmed);
    return {
      ...row,
      ...{ institutionId, institutionName: name, digest: digestOf(institutionId, month, lines) },
      lines: lines.map((line) => ({
        ...line,
        before: before.get(line.causeId) ?? 0,
        confirmed: asConfirmed && (asConfirmed.get(line.causeId) ?? null),
      })),
    };
  }

  /** The figures as confirmed, by the columns in force. @throws institution.notFound (field), complaint.monthOpen */
  async file(actor: Actor, { institutionId, month }: ComplaintMonthQuery): Promise<StreamableFile> {
    const id = placeOf(actor, institutionId);
    const [report, { name, code }, { configured }] = await Promise.all([
      this.report(this.dataSource.manager, id, month),
      this.institution(id),
      this.settings.of(id),
    ]);
    if (!report?.figures) throw new AppError('complaint.monthOpen');
    const about = {
      ...{ month, institution: name, institutionCode: code, confirmedBy: report.confirmer?.name ?? '' },
      confirmedOn: businessDay(report.confirmedAt!),
    };
    const { heads, rows } = fileOf(configured.regulatorTerms.fileColumns, about, report.figures);
    return new StreamableFile(Buffer.from(csvText(rows, heads)), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="quejas-${month}-${code.replace(/[^\w-]/g, '_')}.csv"`,
    });
  }

  /** Every cause in use and every other that was chosen, those without one last. */
  async count(manager: EntityManager, institutionId: number, month: string): Promise<MonthLine[]> {
    const [causes, counted] = await Promise.all([
      manager.find(ComplaintCause, { order: { code: 'ASC', name: 'ASC' } }),
      manager
        .createQueryBuilder(Complaint, 'k')
        .select('k.causeId', 'causeId')
        .addSelect('COUNT(*)', 'opened')
        .addSelect('COUNT(k.completedAt)', 'completed')
        .addSelect('COALESCE(SUM(k.completedAt <= k.dueAt), 0)', 'inTime')
        .where('k.institutionId = :institutionId AND k.createdAt >= :from AND k.createdAt < :to', {
          institutionId,
          from: startOfBusinessDay(`${month}-01`),
          to: startOfBusinessDay(`${monthAfter(month)}-01`),
        })
        .groupBy('k.causeId')
        .getRawMany<Record<'causeId' | 'opened' | 'completed' | 'inTime', string | number | null>>(),
    ]);
    const figures = new Map(
      counted.map(({ causeId, ...row }) => [causeId === null ? null : Number(causeId), row]),
    );
    const line = (causeId: number | null, code: string | null, name: string | null): MonthLine => {
      const { opened = 0, completed = 0, inTime = 0 } = figures.get(causeId) ?? {};
      const [all, ended] = [Number(opened), Number(completed)];
      return {
        causeId,
        code,
        name,
        opened: all,
        completed: ended,
        inTime: Number(inTime),
        open: all - ended,
      };
    };
    return [
      ...causes
        .filter(({ id, enabled }) => enabled || figures.has(id))
        .map(({ id, code, name }) => line(id, code, name)),
      ...(figures.has(null) ? [line(null, null, null)] : []),
    ];
  }

  report(manager: EntityManager, institutionId: number, month: string) {
    return manager.findOne(ComplaintMonthReport, {
      where: { institutionId, month },
      relations: { confirmer: true },
    });
  }

  /** The month in which somebody of the institution began, or its first complaint came. */
  async firstMonth(institutionId: number): Promise<string> {
    const first = { where: { institutionId }, select: { id: true, createdAt: true } } as const;
    const order = { createdAt: 'ASC' } as const;
    const [person, complaint] = await Promise.all([
      this.dataSource.manager.findOne(User, { ...first, order }),
      this.dataSource.manager.findOne(Complaint, { ...first, order }),
    ]);
    const days = [person, complaint].flatMap((row) => (row ? [businessDay(row.createdAt)] : []));
    return (days.sort()[0] ?? businessDay(this.clock.now())).slice(0, 7);
  }

  private async month(institutionId: number, month: string) {
    const { manager } = this.dataSource;
    const [lines, report, { configured }] = await Promise.all([
      this.count(manager, institutionId, month),
      this.report(manager, institutionId, month),
      this.settings.of(institutionId),
    ]);
    const confirmed = report?.figures ?? null;
    const dueOn = dueDayOf(month, configured.regulatorTerms.reportDay);
    const row: ComplaintMonthRow = {
      ...{ month, dueOn, state: stateOf({ month, dueOn, lines, confirmed }, this.clock.now()) },
      opened: openedIn(lines),
      withoutCause: openedBy(lines).get(null) ?? 0,
      confirmedOpened: confirmed && openedIn(confirmed),
      confirmedBy: report?.confirmer?.name ?? null,
      confirmedAt: report?.confirmedAt?.toISOString() ?? null,
    };
    return { row, lines, confirmed };
  }

  private institution(id: number): Promise<Institution> {
    return this.dataSource.manager.findOneByOrFail(Institution, { id });
  }
}

/** @throws institution.notFound (field) */
export function placeOf(actor: Actor, institutionId = actor.institutionId): number {
  if (!actor.institutionIds.includes(institutionId))
    throw fieldError('institution.notFound', 'institutionId');
  return institutionId;
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { IndicatorQuery, IndicatorRow, IndicatorState } from '../../../contract/team/indicators.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { listPage } from '../../platform/db/lists/list-page.js';
import { all, condition, list, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { Indicator } from '../../domain/indicators/indicator.entity.js';
import { rowOf } from '../../domain/indicators/indicators.rules.js';

@Injectable()
export class IndicatorsQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: IndicatorQuery): Promise<Page<IndicatorRow>> {
    const { institutionId, queueId, method, state } = query;
    const today = businessDay(this.clock.now());
    const { result, totalCount } = await listPage(this.indicators(), query, {
      where: [
        shownTo(actor),
        institutionId ? sql`t.institution_id = ${institutionId}` : undefined,
        queueId ? sql`t.queue_id = ${queueId}` : undefined,
        method && sql`t.method = ${method}`,
        state && inState(state, today),
      ],
      sorts: { effectiveFrom: 't.effectiveFrom', updatedAt: 't.updatedAt' },
      defaultSort: ['t.effectiveFrom', 'DESC'],
    });
    return { result: result.map((row) => rowOf(row, today)), totalCount };
  }

  /** @throws indicator.notFound outside the viewer's scope, existing or not */
  async info(actor: Actor, id: number): Promise<IndicatorRow> {
    const found = await this.indicators()
      .where(...condition(all([shownTo(actor), sql`t.id = ${id}`])))
      .getOne();
    if (!found) throw new AppError('indicator.notFound');
    return rowOf(found, businessDay(this.clock.now()));
  }

  private indicators() {
    return this.dataSource
      .createQueryBuilder(Indicator, 't')
      .leftJoinAndSelect('t.institution', 'i')
      .leftJoinAndSelect('t.queue', 'q')
      .leftJoinAndSelect('t.modifier', 'u');
  }
}

/** Indicators `t` of the person's institutions, of their queues, and of everybody. */
export function shownTo({ institutionIds }: Actor): Statement {
  const own = list(institutionIds);
  return sql`(t.institution_id IS NULL OR t.institution_id IN ${own}) AND (t.queue_id IS NULL OR EXISTS (
    SELECT 1 FROM queue shown WHERE shown.id = t.queue_id AND shown.institution_id IN ${own}))`;
}

function inState(state: IndicatorState, today: string): Statement {
  if (state === 'OFF') return sql`t.enabled = 0`;
  if (state === 'PLANNED') return sql`t.enabled = 1 AND t.effective_from > ${today}`;
  if (state === 'PAST')
    return sql`t.enabled = 1 AND t.effective_to < ${today} AND t.effective_from <= ${today}`;
  return sql`
    t.enabled = 1 AND t.effective_from <= ${today} AND (t.effective_to IS NULL OR t.effective_to >= ${today})`;
}

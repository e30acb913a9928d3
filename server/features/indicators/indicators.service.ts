import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import {
  IndicatorChange,
  type IndicatorForm,
  type IndicatorStatusChange,
} from '../../../contract/team/indicators.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { changesOf, lockOne } from '../../platform/db/changes.js';
import { ConfiguredEntity, type Saving, type Written } from '../../platform/db/configured-entity.js';
import { list, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Queue } from '../../domain/queues/queue.entity.js';
import { Indicator } from '../../domain/indicators/indicator.entity.js';
import { shownTo } from './indicators.queries.js';
import { rowOf, stateOf, valuesOf } from '../../domain/indicators/indicators.rules.js';

type Form = IndicatorForm & Pick<IndicatorChange, 'follows'>;
type Scope = Pick<Indicator, 'institutionId' | 'queueId'>;
type Window = Scope & Pick<Indicator, 'id' | 'effectiveFrom' | 'effectiveTo'>;

/** One change at a time: a scope without an indicator has no row of its own to hold on to. */
const ONE_AT_A_TIME = sql`SELECT id FROM institution ORDER BY id LIMIT 1 FOR UPDATE`;

/**
 * Targets by windows of days. A window begins at a 00:00 that is still to come; once it has begun only its end changes, to
 * today at the earliest, so that no day loses the target that it began with.
 */
@Injectable()
export class IndicatorsService extends ConfiguredEntity<Indicator, Form> {
  readonly entity = Indicator;
  readonly noun = 'indicator';
  protected readonly input = IndicatorChange;
  protected readonly notFound = 'indicator.notFound';

  /** @throws indicator.notFound, indicator.begun when it is over, indicator.past, indicator.overlaps, entity.changed */
  override setStatus(actor: Actor, { enabled, ...ref }: IndicatorStatusChange): Promise<void> {
    return this.transact(actor, async (tx) => {
      const indicator = await this.lock(tx, actor, ref);
      const today = businessDay(tx.now);
      const state = stateOf(indicator, today);
      if (state === 'PAST') throw new AppError('indicator.begun');
      if (state === 'IN_FORCE')
        return this.write(tx, actor, indicator, enabled ? {} : { effectiveTo: today });
      if (enabled) await checkWindow(tx, indicator);
      await this.write(tx, actor, indicator, { enabled });
    });
  }

  /** @throws queue.elsewhere, indicator.everywhere, indicator.past, indicator.overlaps (fields), indicator.begun */
  protected async columns(tx: Tx, { follows, ...form }: Form, { actor, id, row }: Saving<Indicator>) {
    await checkScope(tx, actor, form);
    const today = businessDay(tx.now);
    const values = valuesOf(form);
    const window = { ...values, id };
    const state = row ? stateOf(row, today) : 'PLANNED';
    if (!row && follows) await this.endBefore(tx, actor, follows, window);
    if (state === 'PLANNED') await checkWindow(tx, window);
    else if (state === 'OFF') checkDay(values.effectiveFrom, 'effectiveFrom', addDays(today, 1));
    else {
      const { effectiveTo, ...fixed } = values;
      if (state === 'PAST' || Object.keys(changesOf(row!, fixed)).length > 0)
        throw new AppError('indicator.begun');
      if (effectiveTo !== null) checkDay(effectiveTo, 'effectiveTo', today);
      await checkOverlap(tx, window, 'effectiveTo');
    }
    return values;
  }

  /** Ends an indicator with the day before the window. One that stands in its way for another reason is left to `checkOverlap`. */
  private async endBefore(tx: Tx, actor: Actor, id: number, window: Window): Promise<void> {
    const before = await this.lock(tx, actor, { id });
    const end = addDays(window.effectiveFrom, -1);
    const isSameScope =
      before.institutionId === window.institutionId && before.queueId === window.queueId && before.enabled;
    const lasts = before.effectiveTo === null || before.effectiveTo > end;
    if (isSameScope && lasts && end >= before.effectiveFrom)
      await this.write(tx, actor, before, { effectiveTo: end });
  }

  protected inForce(indicator: Indicator, now: Date) {
    return rowOf(indicator, businessDay(now));
  }

  protected override emit(tx: Tx, { what, row, changes, actor }: Written<Indicator>): void {
    const heardBy = [...actor.institutionIds];
    const { id: indicatorId, institutionId } = row;
    tx.emit(`indicator.${what}`, { indicatorId, institutionId, heardBy, changes });
  }

  protected override transact<Result>(actor: Actor, work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.uow.transact(actor, async (tx) => {
      await tx.read(ONE_AT_A_TIME);
      return work(tx);
    });
  }

  /** @throws what `checkScope` throws for a scope that is seen and not the actor's */
  protected override async find(tx: Tx, actor: Actor, id: number): Promise<Indicator | null> {
    const indicator = await lockOne(tx, Indicator, 't', sql`t.id = ${id} AND ${shownTo(actor)}`);
    if (indicator) await checkScope(tx, actor, indicator);
    return indicator;
  }
}

/**
 * A queue is one of the institution; everybody's target is set by whoever administers all institutions. A leader sets those
 * of queues that nobody outside of the own team works.
 */
async function checkScope(tx: Tx, actor: Actor, { institutionId, queueId }: Scope): Promise<void> {
  const { institutionIds } = actor;
  if (actor.role === 'leader') {
    if (queueId === null || !(await worksAlone(tx, actor, queueId)))
      throw fieldError('indicator.notOnlyYours', 'queueId');
    return;
  }
  if (institutionId !== null && !institutionIds.includes(institutionId))
    throw fieldError('institution.notFound', 'institutionId');
  if (queueId !== null) {
    const place = { id: queueId, institutionId: institutionId ?? In([...institutionIds]) };
    if (!(await tx.manager.existsBy(Queue, place))) throw fieldError('queue.elsewhere', 'queueId');
  } else if (institutionId === null) {
    const [others] = await tx.read<[object]>(sql`
      SELECT id FROM institution WHERE id NOT IN ${list(institutionIds)} LIMIT 1`);
    if (others.length > 0) throw fieldError('indicator.everywhere', 'institutionId');
  }
}

async function worksAlone(tx: Tx, { groupId, institutionId }: Actor, queueId: number): Promise<boolean> {
  const [teams] = await tx.read<[{ groupId: number | null }]>(sql`
    SELECT DISTINCT u.group_id AS groupId FROM user u JOIN queue q ON q.id = u.queue_id
    WHERE u.queue_id = ${queueId} AND q.institution_id = ${institutionId} AND u.role = 'member' AND u.enabled = 1`);
  return teams.length === 1 && teams[0]!.groupId === groupId;
}

async function checkWindow(tx: Tx, window: Window): Promise<void> {
  checkDay(window.effectiveFrom, 'effectiveFrom', addDays(businessDay(tx.now), 1));
  await checkOverlap(tx, window, 'effectiveFrom');
}

function checkDay(day: string, field: string, earliest: string): void {
  if (day < earliest) throw fieldError('indicator.past', field, { day: earliest });
}

/** @throws indicator.overlaps, or indicator.overlapsOpen where it has no end, with the first one in the way */
async function checkOverlap(tx: Tx, window: Window, field: string): Promise<void> {
  const { id, institutionId, queueId, effectiveFrom, effectiveTo } = window;
  const [found] = await tx.read<[Pick<Window, 'id' | 'effectiveFrom' | 'effectiveTo'>]>(sql`
    SELECT id, effective_from AS effectiveFrom, effective_to AS effectiveTo FROM indicator
    WHERE institution_id <=> ${institutionId} AND queue_id <=> ${queueId} AND enabled = 1 AND id <> ${id}
      AND COALESCE(effective_to, '9999-12-31') >= ${effectiveFrom}
      AND effective_from <= ${effectiveTo ?? '9999-12-31'}
    ORDER BY effective_from LIMIT 1`);
  const [overlaps] = found;
  if (!overlaps) return;
  const { id: other, effectiveFrom: from, effectiveTo: to } = overlaps;
  const rule = to === null ? 'indicator.overlapsOpen' : 'indicator.overlaps';
  throw new AppError(rule, { id: other, from, ...(to !== null && { to }) }, [{ field, rule }], { overlaps });
}

import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type {
  IndicatorChange,
  IndicatorForm,
  IndicatorStatusChange,
} from '../../../contract/team/indicators.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { changesOf, checkVersion, insertNew, lockOne, saveChanges } from '../../platform/db/changes.js';
import { ClientRequest, type KeptRequest } from '../../platform/db/client-request.js';
import { Ids } from '../../platform/db/ids.js';
import { list, sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Queue } from '../../domain/queues/queue.entity.js';
import { Indicator } from '../../domain/indicators/indicator.entity.js';
import { shownTo } from './indicators.queries.js';
import { rowOf, stateOf, valuesOf } from '../../domain/indicators/indicators.rules.js';

type Saved = { id: number };
type Scope = Pick<Indicator, 'institutionId' | 'queueId'>;
type Window = Scope & Pick<Indicator, 'id' | 'effectiveFrom' | 'effectiveTo'>;

/** One change at a time: a scope without an indicator has no row of its own to hold on to. */
const ONE_AT_A_TIME = sql`SELECT id FROM institution ORDER BY id LIMIT 1 FOR UPDATE`;

/**
 * Targets by windows of days. A window begins at a 00:00 that is still to come; once it has begun only its end changes, to
 * today at the earliest, so that no day loses the target that it began with.
 */
@Injectable()
export class IndicatorsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /**
   * @throws institution.notFound, queue.elsewhere, indicator.everywhere, indicator.past, indicator.overlaps (fields),
   * indicator.notFound, indicator.begun, entity.changed, request.reused
   */
  async save(actor: Actor, { clientRequestId, ...said }: IndicatorChange): Promise<Saved> {
    const { id, version, ...form } = said;
    const request = new ClientRequest<Saved>(actor, 'indicator', clientRequestId, said);
    const newId = await this.ids.take();
    return this.uow.transact(actor, async (tx) => {
      const [, kept] = await tx.read<[Saved, KeptRequest]>(ONE_AT_A_TIME, request.kept());
      const first = request.answerIn(kept);
      if (first) return first;
      await checkScope(tx, actor, form);
      if (id === undefined) await add(tx, actor, newId, form);
      else await change(tx, actor, await lock(tx, actor, id, version), form);
      const saved = { id: id ?? newId };
      request.keep(tx, saved);
      return saved;
    });
  }

  /** @throws indicator.notFound, indicator.begun when it is over, indicator.past, indicator.overlaps, entity.changed */
  setStatus(actor: Actor, { id, enabled, version }: IndicatorStatusChange): Promise<void> {
    return this.uow.transact(actor, async (tx) => {
      await tx.read(ONE_AT_A_TIME);
      const indicator = await lock(tx, actor, id, version);
      const today = businessDay(tx.now);
      const state = stateOf(indicator, today);
      if (state === 'PAST') throw new AppError('indicator.begun');
      if (state === 'IN_FORCE') return write(tx, actor, indicator, enabled ? {} : { effectiveTo: today });
      if (enabled) await checkWindow(tx, indicator);
      await write(tx, actor, indicator, { enabled });
    });
  }
}

async function add(tx: Tx, actor: Actor, id: number, form: IndicatorForm): Promise<void> {
  const made = { ...valuesOf(form), id, updatedBy: actor.userId, updatedAt: tx.now };
  await checkWindow(tx, made);
  const changes = await insertNew(tx, Indicator, made);
  tx.emit('indicator.created', { ...refOf(actor, made), changes });
}

async function change(tx: Tx, actor: Actor, indicator: Indicator, form: IndicatorForm): Promise<void> {
  const today = businessDay(tx.now);
  const values = valuesOf(form);
  const wanted = { ...values, id: indicator.id };
  const state = stateOf(indicator, today);
  if (state === 'PLANNED') await checkWindow(tx, wanted);
  else if (state === 'OFF') checkDay(values.effectiveFrom, 'effectiveFrom', addDays(today, 1));
  else {
    const { effectiveTo, ...fixed } = values;
    if (state === 'PAST' || Object.keys(changesOf(indicator, fixed)).length > 0)
      throw new AppError('indicator.begun');
    if (effectiveTo !== null) checkDay(effectiveTo, 'effectiveTo', today);
    await checkOverlap(tx, wanted, 'effectiveTo');
  }
  await write(tx, actor, indicator, values);
}

async function write(tx: Tx, actor: Actor, indicator: Indicator, values: Partial<Indicator>): Promise<void> {
  if (Object.keys(changesOf(indicator, values)).length === 0) return;
  const changes = await saveChanges(tx, indicator, { ...values, updatedBy: actor.userId, updatedAt: tx.now });
  if (changes) tx.emit('indicator.changed', { ...refOf(actor, indicator), changes });
}

/** @throws indicator.notFound, entity.changed; what `checkScope` throws for a scope that is seen and not the actor's */
async function lock(tx: Tx, actor: Actor, id: number, version: number | undefined): Promise<Indicator> {
  const indicator = await lockOne(tx, Indicator, 't', sql`t.id = ${id} AND ${shownTo(actor)}`);
  if (!indicator) throw new AppError('indicator.notFound');
  await checkScope(tx, actor, indicator);
  checkVersion(indicator, version, rowOf(indicator, businessDay(tx.now)));
  return indicator;
}

/** A queue is one of the institution; everybody's target is set by whoever administers all institutions. */
async function checkScope(tx: Tx, actor: Actor, { institutionId, queueId }: Scope): Promise<void> {
  const { institutionIds } = actor;
  if (institutionId !== null && !institutionIds.includes(institutionId))
    throw fieldError('institution.notFound', 'institutionId');
  if (queueId !== null) {
    const place = { id: queueId, institutionId: institutionId ?? In([...institutionIds]) };
    if (!(await tx.manager.existsBy(Queue, place))) throw fieldError('queue.elsewhere', 'queueId');
  } else if (institutionId === null) {
    const [others] = await tx.read<[Saved]>(sql`
      SELECT id FROM institution WHERE id NOT IN ${list(institutionIds)} LIMIT 1`);
    if (others.length > 0) throw fieldError('indicator.everywhere', 'institutionId');
  }
}

async function checkWindow(tx: Tx, window: Window): Promise<void> {
  checkDay(window.effectiveFrom, 'effectiveFrom', addDays(businessDay(tx.now), 1));
  await checkOverlap(tx, window, 'effectiveFrom');
}

function checkDay(day: string, field: string, earliest: string): void {
  if (day < earliest) throw fieldError('indicator.past', field, { day: earliest });
}

/** @throws indicator.overlaps with the first one in the way */
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
  const said = { id: overlaps.id, from: overlaps.effectiveFrom, to: overlaps.effectiveTo ?? '…' };
  throw new AppError('indicator.overlaps', said, [{ field, rule: 'indicator.overlaps' }], { overlaps });
}

/** The scope's people are among the administrator's. */
function refOf({ institutionIds }: Actor, { id, institutionId }: Pick<Window, 'id' | 'institutionId'>) {
  return { indicatorId: id, institutionId, heardBy: [...institutionIds] };
}

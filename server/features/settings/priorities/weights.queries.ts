import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import {
  DEFAULT_WEIGHTS,
  Weights,
  type WeightsHistory,
  type WeightsInForce,
} from '../../../../contract/cases/priorities.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { AppError } from '../../../platform/http/app-error.js';
import { PriorityWeights } from '../../../domain/priorities/priority-weights.entity.js';

/** A change takes effect within this time on every server. */
const REMEMBERED_MS = 5_000;

/** The weights in force. A list is read every second and weights change twice a year: they are remembered for a while. */
@Injectable()
export class WeightsQueries {
  private readonly known = new LRUCache<number, Weights>({
    max: 1_000,
    ttl: REMEMBERED_MS,
    ignoreFetchAbort: true,
    fetchMethod: async (institutionId) => weightsIn(await this.newest(institutionId)),
  });

  constructor(private readonly dataSource: DataSource) {}

  ofInstitution(institutionId: number): Promise<Weights> {
    return this.known.forceFetch(institutionId);
  }

  /** After a change by this process. */
  forget(institutionId: number): void {
    this.known.delete(institutionId);
  }

  /** @throws institution.notFound outside the actor's institutions */
  async inForce(actor: Actor, institutionId = actor.institutionId): Promise<WeightsInForce> {
    own(actor, institutionId);
    const found = await this.newest(institutionId);
    return found ? toVersion(found) : defaults(institutionId);
  }

  /** @throws institution.notFound outside the actor's institutions */
  async history(
    actor: Actor,
    institutionId = actor.institutionId,
    { page, size }: { page: number; size: number },
  ): Promise<WeightsHistory> {
    own(actor, institutionId);
    const first = (page - 1) * size;
    const [stored, total] = await this.versions(institutionId).offset(first).limit(size).getManyAndCount();
    const result = stored.map(toVersion);
    if (first + stored.length === total && stored.length < size) result.push(defaults(institutionId));
    return { result, totalCount: total + 1 };
  }

  private newest(institutionId: number): Promise<PriorityWeights | null> {
    return this.versions(institutionId).limit(1).getOne();
  }

  private versions(institutionId: number) {
    return this.dataSource
      .createQueryBuilder(PriorityWeights, 'w')
      .leftJoin('w.author', 'u')
      .addSelect(['u.id', 'u.name'])
      .where('w.institutionId = :institutionId', { institutionId })
      .orderBy('w.version', 'DESC');
  }
}

function own(actor: Actor, institutionId: number): void {
  if (!actor.institutionIds.includes(institutionId)) throw new AppError('institution.notFound');
}

function toVersion(row: PriorityWeights): WeightsInForce {
  const { institutionId, version, author, changedAt } = row;
  const changedBy = author?.name ?? null;
  return { institutionId, version, weights: weightsIn(row), changedBy, changedAt: changedAt.toISOString() };
}

function defaults(institutionId: number): WeightsInForce {
  return { institutionId, version: 0, weights: DEFAULT_WEIGHTS, changedBy: null, changedAt: null };
}

/** A weight that came later has its default in an older row. */
export function weightsIn(row: PriorityWeights | null): Weights {
  return Weights.parse({ ...DEFAULT_WEIGHTS, ...row?.weights });
}

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  DEFAULT_WEIGHTS,
  Weights,
  type WeightsHistory,
  type WeightsInForce,
} from '../../../contract/priorities.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';

/** A change takes effect within this time on every server. */
const REMEMBERED_MS = 5_000;

interface StoredWeights {
  version: number;
  weights: string;
  changedBy: string | null;
  changedAt: Date;
}

/** The weights in force. A list is read every second and weights change twice a year: they are remembered for a while. */
@Injectable()
export class WeightsQueries {
  private readonly known = new LRUCache<number, Weights>({
    max: 1_000,
    ttl: REMEMBERED_MS,
    ignoreFetchAbort: true,
    fetchMethod: async (institutionId) => {
      const found = await this.read(institutionId);
      return found ? parse(found.weights) : DEFAULT_WEIGHTS;
    },
  });

  constructor(private readonly database: Database) {}

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
    const found = await this.read(institutionId);
    return found ? toVersion(institutionId, found) : defaults(institutionId);
  }

  /** @throws institution.notFound outside the actor's institutions */
  async history(
    actor: Actor,
    institutionId = actor.institutionId,
    { page, size }: { page: number; size: number },
  ): Promise<WeightsHistory> {
    own(actor, institutionId);
    const first = (page - 1) * size;
    const [stored, totals] = await Promise.all([
      this.database.rows<StoredWeights>(versionsOf(institutionId, size, first)),
      this.database.rows<{ total: number }>(
        sql`SELECT COUNT(*) AS total FROM priority_weights WHERE institution_id = ${institutionId}`,
      ),
    ]);
    const { total } = totals[0]!;
    const result = stored.map((row) => toVersion(institutionId, row));
    if (first + stored.length === total && stored.length < size) result.push(defaults(institutionId));
    return { result, totalCount: total + 1 };
  }

  private read(institutionId: number): Promise<StoredWeights | undefined> {
    return this.database.row<StoredWeights>(versionsOf(institutionId, 1, 0));
  }
}

function own(actor: Actor, institutionId: number): void {
  if (!actor.institutionIds.includes(institutionId)) throw new AppError('institution.notFound');
}

function versionsOf(institutionId: number, size: number, first: number): Statement {
  return sql`
    SELECT w.version, w.weights, u.name AS changedBy, w.changed_at AS changedAt
    FROM priority_weights w LEFT JOIN user u ON u.id = w.changed_by
    WHERE w.institution_id = ${institutionId}
    ORDER BY w.version DESC LIMIT ${String(size)} OFFSET ${String(first)}`;
}

function toVersion(institutionId: number, { weights, changedAt, ...stored }: StoredWeights): WeightsInForce {
  return { institutionId, ...stored, weights: parse(weights), changedAt: changedAt.toISOString() };
}

function defaults(institutionId: number): WeightsInForce {
  return { institutionId, version: 0, weights: DEFAULT_WEIGHTS, changedBy: null, changedAt: null };
}

/** A weight that came later has its default in an older row. */
function parse(text: string): Weights {
  return Weights.parse({ ...DEFAULT_WEIGHTS, ...(JSON.parse(text) as Partial<Weights>) });
}

import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import {
  PROVIDER_NAMES,
  type SiteProvider,
  type SiteStatus,
  type StandingWish,
} from '../../../contract/administration/site.js';
import { variableOf } from '../../platform/config/providers.js';
import { Database } from '../../platform/db/database.js';
import { AppError } from '../../platform/http/app-error.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Providers } from '../../platform/providers/providers.js';
import { Site } from '../../platform/site/site.js';
import { SiteState } from '../../platform/site/site-state.entity.js';
import { Approval } from '../../domain/approvals/approval.entity.js';
import { isInUse, providersInUse, type ProvidersInUse } from '../../domain/site/providers-in-use.sql.js';

/** Tells how real the site is, and what it lacks to go live. */
@Injectable()
export class SiteService {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly inForce: Providers,
    private readonly site: Site,
  ) {}

  /** The standing wish and addresses are for who administers all institutions. */
  async status({ everywhere }: Pick<Actor, 'everywhere'>): Promise<SiteStatus> {
    const [providers, state, wish] = await Promise.all([
      this.providers(),
      this.dataSource.getRepository(SiteState).findOneBy({ id: 1 }),
      everywhere ? this.standing() : null,
    ]);
    return {
      stage: this.site.mark().stage,
      liveSince: state?.liveSince?.toISOString() ?? null,
      providers: everywhere ? providers : providers.map((each) => ({ ...each, host: null })),
      wish,
    };
  }

  /** Providers in use that nobody has connected. */
  async lacking(): Promise<SiteProvider[]> {
    return (await this.providers()).filter(({ inUse, state }) => inUse && state !== 'REAL');
  }

  /** @throws site.notTrial, site.notReady while a provider in use is not connected */
  async checkReady(): Promise<void> {
    if (this.site.mark().stage !== 'TRIAL') throw new AppError('site.notTrial');
    if ((await this.lacking()).length > 0) throw new AppError('site.notReady');
  }

  /** The approval that is asked for or given. */
  async standing(): Promise<StandingWish | null> {
    const found = await this.dataSource
      .createQueryBuilder(Approval, 'a')
      .leftJoinAndSelect('a.requester', 'r')
      .leftJoinAndSelect('a.decider', 'd')
      .where({ kind: 'GO_LIVE', status: In(['WAITING', 'APPROVED']) })
      .orderBy('a.id', 'DESC')
      .getOne();
    if (!found) return null;
    const { id, institutionId, status, requester, decider } = found;
    return {
      ...{ id, institutionId, status: status as StandingWish['status'] },
      ...{ requestedBy: requester?.name ?? null, decidedBy: decider?.name ?? null },
    };
  }

  private async providers(): Promise<SiteProvider[]> {
    const used = await this.database.row<ProvidersInUse>(providersInUse);
    const { providers: states } = this.site.mark();
    return PROVIDER_NAMES.map((name) => {
      const host = states[name] === 'REAL' ? new URL(this.inForce.of(name).url).host : null;
      return {
        name,
        state: states[name],
        host,
        variable: variableOf(name),
        inUse: isInUse(used, name),
      };
    });
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import {
  CONNECTED,
  type Connected,
  type ConnectionVersion,
  type ProviderConnection,
} from '../../../contract/administration/connections.js';
import type { Actor } from '../../platform/auth/actor.js';
import { variableOf } from '../../platform/config/providers.js';
import { Database } from '../../platform/db/database.js';
import { wire } from '../../platform/db/rows.js';
import { Connection } from '../../platform/providers/connection.entity.js';
import { ProviderOutcomes } from '../../platform/providers/provider-outcomes.js';
import { Providers } from '../../platform/providers/providers.js';
import { Site } from '../../platform/site/site.js';
import { isInUse, providersInUse, type ProvidersInUse } from '../../domain/site/providers-in-use.sql.js';
import { User } from '../../domain/users/user.entity.js';

@Injectable()
export class ConnectionsQueries {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly providers: Providers,
    private readonly outcomes: ProviderOutcomes,
    private readonly site: Site,
  ) {}

  /** Every provider, as it is in force and as somebody wants it. */
  async list(actor: Actor): Promise<ProviderConnection[]> {
    const [rows, used, days] = await Promise.all([
      this.dataSource.getRepository(Connection).findBy({ status: In(['WAITING', 'ACTIVE']) }),
      this.database.row<ProvidersInUse>(providersInUse),
      this.outcomes.read(),
    ]);
    const names = await this.namesOf(rows);
    const versionOf = (provider: Connected, status: Connection['status']): ConnectionVersion | null => {
      const row = rows.find((one) => one.provider === provider && one.status === status);
      return row ? shown(row, names, actor) : null;
    };
    return CONNECTED.map((provider) => {
      const { url, source, timeoutMs, protocol } = this.providers.of(provider);
      return {
        ...{
          provider,
          source,
          protocol,
          timeoutMs,
          state: this.site.stateOf(provider),
          variable: hostsVariableOf(provider),
        },
        address: source === 'SANDBOX' ? null : url,
        inUse: provider !== 'identity' && isInUse(used, provider),
        active: versionOf(provider, 'ACTIVE'),
        waiting: versionOf(provider, 'WAITING'),
        ...wire({ formerUntil: this.providers.formerUntil(provider) }),
        ...days[provider],
      };
    });
  }

  private async namesOf(rows: readonly Connection[]): Promise<Map<number, string>> {
    const ids = rows.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy ?? []].flat());
    const people = await this.dataSource
      .getRepository(User)
      .find({ select: { id: true, name: true }, where: { id: In(ids) } });
    return new Map(people.map(({ id, name }) => [id, name]));
  }
}

const hostsVariableOf = (provider: Connected) => (provider === 'identity' ? null : variableOf(provider));

function shown(row: Connection, names: ReadonlyMap<number, string>, { userId }: Actor): ConnectionVersion {
  const { id, version, protocol, address, account, sender, publicAddress, groupsClaim, places } = row;
  const { keepFormer, timeoutMs, isPrivate, reason, requestedAt, decidedAt } = row;
  return {
    ...{ id, version, protocol, address, account, sender, publicAddress, groupsClaim, places },
    ...{ keepFormer, timeoutMs, isPrivate, reason },
    ...wire({ requestedAt, decidedAt }),
    hasSecret: row.secretEnc !== null,
    requestedBy: names.get(row.requestedBy) ?? null,
    decidedBy: names.get(row.decidedBy ?? 0) ?? null,
    mine: row.requestedBy === userId,
  };
}

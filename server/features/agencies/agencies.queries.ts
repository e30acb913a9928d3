import { Injectable } from '@nestjs/common';
import { DataSource, In, Like } from 'typeorm';
import type { AgenciesQuery, AgencyRow } from '../../../contract/contact/agencies.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { canonicalNumber } from '../../platform/crypto/vault.js';
import { startingWith } from '../../platform/db/lists/list-page.js';
import { Agency } from '../../domain/agencies/agency.entity.js';
import { AgencyNumber } from '../../domain/agencies/agency-number.entity.js';

@Injectable()
export class AgenciesQueries {
  constructor(private readonly dataSource: DataSource) {}

  async list(actor: Actor, query: AgenciesQuery): Promise<Page<AgencyRow>> {
    const { name, institutionId, enabled, page, size, sort = 'name', order } = query;
    const places = actor.institutionIds.filter((id) => institutionId === undefined || id === institutionId);
    const ids = await this.idsOf(query);
    const [found, totalCount] = await this.dataSource.getRepository(Agency).findAndCount({
      where: {
        institutionId: In(places),
        ...(ids && { id: In(ids) }),
        ...(name && { name: Like(startingWith(name)) }),
        ...(enabled !== undefined && { enabled: enabled === '1' }),
      },
      relations: { institution: true, modifier: true },
      order: { [sort]: query.sort ? order : 'asc', id: 'asc' },
      ...{ skip: (page - 1) * size, take: size },
    });
    return { result: found.map(agencyRow), totalCount };
  }

  /** Null: neither an id nor a number is asked for. */
  private async idsOf({ agencyId, number }: AgenciesQuery): Promise<number[] | null> {
    if (agencyId !== undefined) return [agencyId];
    if (!number) return null;
    const owner = { number: canonicalNumber(number) };
    const found = await this.dataSource.getRepository(AgencyNumber).findBy(owner);
    return found.map((each) => each.agencyId);
  }
}

export function agencyRow({ institution, modifier, updatedAt, ...row }: Agency): AgencyRow {
  return {
    ...row,
    institutionName: institution?.name ?? '',
    updatedBy: modifier?.name ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}

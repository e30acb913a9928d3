import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AgenciesQuery, AgencyRow } from '../../../contract/contact/agencies.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { canonicalNumber } from '../../platform/crypto/vault.js';
import { listPage, startingWith } from '../../platform/db/lists/list-page.js';
import { sql } from '../../platform/db/sql.js';
import { Agency } from '../../domain/agencies/agency.entity.js';

@Injectable()
export class AgenciesQueries {
  constructor(private readonly dataSource: DataSource) {}

  async list(actor: Actor, query: AgenciesQuery): Promise<Page<AgencyRow>> {
    const { agencyId, name, number, institutionId, enabled } = query;
    const agencies = this.dataSource
      .createQueryBuilder(Agency, 'a')
      .leftJoinAndSelect('a.institution', 'i')
      .leftJoinAndSelect('a.modifier', 'u');
    const { result, totalCount } = await listPage(agencies, query, {
      where: [
        institutionsIn(actor, sql`a.institution_id`),
        agencyId ? sql`a.id = ${agencyId}` : undefined,
        name ? sql`a.name LIKE ${startingWith(name)}` : undefined,
        number
          ? sql`a.id IN (SELECT n.agency_id FROM agency_number n WHERE n.number = ${canonicalNumber(number)})`
          : undefined,
        institutionId ? sql`a.institution_id = ${institutionId}` : undefined,
        enabled ? sql`a.enabled = ${enabled}` : undefined,
      ],
      sorts: { name: 'a.name', updatedAt: 'a.updatedAt' },
      defaultSort: ['a.name', 'ASC'],
    });
    return { result: result.map(agencyRow), totalCount };
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

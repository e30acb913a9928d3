import { Injectable } from '@nestjs/common';
import { DataSource, In, Like } from 'typeorm';
import type { ApiKeyRow, ApiKeysQuery } from '../../../contract/administration/api-keys.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { startingWith } from '../../platform/db/lists/list-page.js';
import { wire } from '../../platform/db/rows.js';
import { ApiKeyUse } from '../../domain/api-keys/api-key-use.entity.js';
import { ApiKey } from '../../domain/api-keys/api-key.entity.js';

@Injectable()
export class ApiKeysQueries {
  constructor(private readonly dataSource: DataSource) {}

  async list(actor: Actor, query: ApiKeysQuery): Promise<Page<ApiKeyRow>> {
    const { apiKeyId, name, institutionId, enabled, page, size, sort = 'name', order } = query;
    const places = actor.institutionIds.filter((id) => institutionId === undefined || id === institutionId);
    const [found, totalCount] = await this.dataSource.getRepository(ApiKey).findAndCount({
      where: {
        institutionId: In(places),
        ...(apiKeyId !== undefined && { id: apiKeyId }),
        ...(name && { name: Like(startingWith(name)) }),
        ...(enabled !== undefined && { enabled: enabled === '1' }),
      },
      relations: { institution: true, issuer: true, modifier: true },
      order: { [sort]: query.sort ? order : 'asc', id: 'asc' },
      ...{ skip: (page - 1) * size, take: size },
    });
    const uses = await this.dataSource
      .getRepository(ApiKeyUse)
      .findBy({ apiKeyId: In(found.map(({ id }) => id)) });
    const useOf = new Map(uses.map((use) => [use.apiKeyId, use]));
    return { result: found.map((key) => apiKeyRow(key, useOf.get(key.id))), totalCount };
  }
}

export function apiKeyRow(key: ApiKey, use?: ApiKeyUse): ApiKeyRow {
  const { institution, issuer, modifier, secretHash: _, issuedAt, updatedAt, ...row } = key;
  return {
    ...row,
    ...wire({ issuedAt, updatedAt, lastUsedAt: use?.usedAt ?? null }),
    lastAddress: use?.address ?? null,
    institutionName: institution?.name ?? '',
    issuedBy: issuer?.name ?? null,
    updatedBy: modifier?.name ?? null,
  };
}

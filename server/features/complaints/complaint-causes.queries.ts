import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  ComplaintCauseRow,
  ComplaintCausesQuery,
} from '../../../contract/supervision/complaint-causes.js';
import type { Page } from '../../../contract/shared/page.js';
import { ComplaintCause } from '../../domain/complaints/complaint-cause.entity.js';

@Injectable()
export class ComplaintCausesQueries {
  constructor(private readonly dataSource: DataSource) {}

  async list(query: ComplaintCausesQuery): Promise<Page<ComplaintCauseRow>> {
    const { causeId, enabled, page, size, sort, order } = query;
    const [found, totalCount] = await this.dataSource.getRepository(ComplaintCause).findAndCount({
      where: {
        ...(causeId !== undefined && { id: causeId }),
        ...(enabled !== undefined && { enabled: enabled === '1' }),
      },
      relations: { modifier: true },
      order: { ...(sort ? { [sort]: order } : { enabled: 'DESC', code: 'ASC', name: 'ASC' }), id: 'ASC' },
      ...{ skip: (page - 1) * size, take: size },
    });
    return { result: found.map(causeRow), totalCount };
  }
}

export function causeRow({ modifier, updatedAt, ...row }: ComplaintCause): ComplaintCauseRow {
  return { ...row, updatedBy: modifier?.name ?? null, updatedAt: updatedAt.toISOString() };
}

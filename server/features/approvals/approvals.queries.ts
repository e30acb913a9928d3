import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ApprovalRow, ApprovalsQuery } from '../../../contract/administration/approvals.js';
import type { Changes } from '../../../contract/shared/changes.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsIn } from '../../platform/auth/institution-scope.js';
import { listPage } from '../../platform/db/lists/list-page.js';
import { wire } from '../../platform/db/rows.js';
import { sql } from '../../platform/db/sql.js';
import { Approval } from '../../domain/approvals/approval.entity.js';

@Injectable()
export class ApprovalsQueries {
  constructor(private readonly dataSource: DataSource) {}

  async list(actor: Actor, query: ApprovalsQuery): Promise<Page<ApprovalRow>> {
    const { status, kind, institutionId } = query;
    const approvals = this.dataSource
      .createQueryBuilder(Approval, 'a')
      .leftJoinAndSelect('a.institution', 'i')
      .leftJoinAndSelect('a.requester', 'r')
      .leftJoinAndSelect('a.decider', 'd')
      .leftJoinAndSelect('a.ender', 'e');
    const { result, totalCount } = await listPage(approvals, query, {
      where: [
        institutionsIn(actor, sql`a.institution_id`),
        institutionId ? sql`a.institution_id = ${institutionId}` : undefined,
        status && sql`a.status = ${status}`,
        kind && sql`a.kind = ${kind}`,
      ],
      defaultSort: ['a.id', 'DESC'],
    });
    return { result: result.map((row) => rowOf(row, actor)), totalCount };
  }
}

function rowOf(row: Approval, { userId }: Actor): ApprovalRow {
  const { id, version, kind, status, reason, answer, requestedAt, decidedAt, endedAt } = row;
  const document = row.document as { changes?: Changes; subject?: string } | null;
  return {
    ...{
      id,
      version,
      kind,
      status,
      institutionId: row.institutionId,
      reason,
      answer,
      subjectId: row.subjectId,
    },
    ...wire({ requestedAt, decidedAt, endedAt }),
    changes: document?.changes ?? null,
    subject: document?.subject ?? null,
    institutionName: row.institution?.name ?? '',
    requestedBy: row.requester?.name ?? null,
    decidedBy: row.decider?.name ?? null,
    endedBy: row.ender?.name ?? null,
    mine: row.requestedBy === userId,
  };
}

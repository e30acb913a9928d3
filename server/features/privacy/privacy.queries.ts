import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { PrivacyQuery, PrivacyRow } from '../../../contract/contact/privacy.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Vault } from '../../platform/crypto/vault.js';
import { wire } from '../../platform/db/rows.js';
import { PrivacyBlock } from '../../domain/privacy/privacy-block.entity.js';
import { User } from '../../domain/users/user.entity.js';
import { ObstaclesQueries } from './obstacles.queries.js';

@Injectable()
export class PrivacyQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly obstacles: ObstaclesQueries,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Borrowers of the actor's institutions who want to be left alone. */
  async list(actor: Actor, query: PrivacyQuery): Promise<Page<PrivacyRow>> {
    const { status, institutionId, page, size } = query;
    const ids = actor.institutionIds.filter((id) => institutionId === undefined || id === institutionId);
    const [found, totalCount] = await this.dataSource.getRepository(PrivacyBlock).findAndCount({
      where: { institutionId: In(ids), ...(status && { status }) },
      relations: { institution: true, borrower: true, case: true },
      order: { dueOn: 'ASC', id: 'ASC' },
      ...{ skip: (page - 1) * size, take: size },
    });
    const [names, against] = await Promise.all([
      this.namesOf(found),
      this.obstacles.of(this.dataSource.manager, found, this.clock.now()),
    ]);
    const open = (sealed: Buffer | null) => sealed && this.vault.open(sealed);
    const result = found.map((block): PrivacyRow => {
      const { id, version, receivedOn, dueOn, erasableOn, blockedAt, askedAt, endedAt } = block;
      return {
        ...{ id, version, status: block.status, receivedOn, dueOn, erasableOn },
        ...wire({ blockedAt, askedAt, endedAt }),
        institutionName: block.institution?.name ?? '',
        taskId: block.caseId,
        loanId: block.case?.loanNo ?? '',
        borrowerNumber: block.borrower?.externalId ?? '',
        reason: open(block.reasonEnc),
        blockedBy: names.get(block.blockedBy) ?? null,
        against: block.status === 'BLOCKED' || block.status === 'ASKED' ? against.get(id)! : [],
        askedBy: names.get(block.askedBy ?? 0) ?? null,
        decidedBy: names.get(block.decidedBy ?? 0) ?? null,
        answer: open(block.answerEnc),
        mine: (block.status === 'ASKED' ? block.askedBy : block.blockedBy) === actor.userId,
      };
    });
    return { result, totalCount };
  }

  private async namesOf(blocks: readonly PrivacyBlock[]): Promise<Map<number, string>> {
    const ids = blocks.flatMap(({ blockedBy, askedBy, decidedBy }) =>
      [blockedBy, askedBy, decidedBy].filter((id) => id !== null),
    );
    const people = await this.dataSource
      .getRepository(User)
      .find({ select: { id: true, name: true }, where: { id: In(ids) } });
    return new Map(people.map(({ id, name }) => [id, name]));
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Page } from '../../../contract/shared/page.js';
import type {
  BindRecord,
  BindRecordQuery,
  Softphone as Answer,
  SoftphoneInfo,
  SoftphoneListQuery,
} from '../../../contract/contact/softphones.js';
import type { Actor } from '../../platform/auth/actor.js';
import { institutionsInOrder } from '../../platform/auth/institution-scope.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { Vault } from '../../platform/crypto/vault.js';
import { CappedCounts, cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { Database } from '../../platform/db/database.js';
import { listPage, startingWith, type Listed } from '../../platform/db/lists/list-page.js';
import { wire, type Stored } from '../../platform/db/rows.js';
import { anything, all, condition, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { Softphone } from '../../domain/softphones/softphone.entity.js';

export function phonesIn(dataSource: DataSource) {
  return dataSource
    .createQueryBuilder(Softphone, 'p')
    .leftJoinAndSelect('p.institution', 'i')
    .leftJoinAndSelect('p.owner', 'o');
}

export function phonesListed(actor: Actor, query: SoftphoneListQuery): Listed {
  const { extensionNumber, supplier, agent, institutionId, status, bound } = query;
  return {
    where: [
      phonesOf(actor),
      extensionNumber ? sql`p.extension_number LIKE ${startingWith(extensionNumber)}` : undefined,
      supplier ? sql`p.supplier LIKE ${startingWith(supplier)}` : undefined,
      agent ? sql`o.name LIKE ${startingWith(agent)}` : undefined,
      institutionId ? sql`p.institution_id = ${institutionId}` : undefined,
      status && sql`p.status = ${status}`,
      bound && (bound === 'bound' ? sql`p.owner_id IS NOT NULL` : sql`p.owner_id IS NULL`),
    ],
    sorts: { extensionNumber: 'p.extensionNumber' },
    defaultSort: extensionNumber ? ['p.extensionNumber', 'ASC'] : ['p.id', 'DESC'],
  };
}

/** A condition on softphone under the alias `p`. */
export function phonesOf(actor: Actor): Statement {
  return institutionsInOrder(actor, sql`p.institution_id`);
}

@Injectable()
export class SoftphonesQueries {
  private readonly counts = new CappedCounts();

  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly vault: Vault,
  ) {}

  /** The person's own softphone with its password, which nobody else gets. Null when none is assigned or it is disabled. */
  async mine(actor: Actor): Promise<Answer | null> {
    const found = await this.dataSource.manager.findOne(Softphone, {
      select: { id: true, supplier: true, extensionNumber: true, passwordEnc: true },
      where: { ownerId: actor.userId, status: 'ENABLED' },
    });
    if (!found) return null;
    const { supplier, extensionNumber, passwordEnc } = found;
    return { supplier, extensionNumber, password: this.vault.open(passwordEnc) };
  }

  async list(actor: Actor, query: SoftphoneListQuery): Promise<Page<SoftphoneInfo>> {
    const phones = phonesIn(this.dataSource);
    const { result, totalCount } = await listPage(phones, query, phonesListed(actor, query));
    return { result: result.map(infoOf), totalCount };
  }

  /** @throws softphone.notFound outside the actor's scope, existing or not */
  async info(actor: Actor, id: number): Promise<SoftphoneInfo> {
    const found = await this.one(actor, sql`p.id = ${id}`);
    if (!found) throw new AppError('softphone.notFound');
    return found;
  }

  /** Null when the person has none. @throws user.notFound outside the actor's scope */
  async ofAgent(actor: Actor, agentId: number): Promise<SoftphoneInfo | null> {
    const person = await this.database.row(
      sql`SELECT u.id FROM user u WHERE u.id = ${agentId} AND ${peopleOf(actor)}`,
    );
    if (!person) throw new AppError('user.notFound');
    return this.one(actor, sql`p.owner_id = ${agentId}`);
  }

  async records(
    actor: Actor,
    { page, size, softPhoneId, agentId }: BindRecordQuery,
  ): Promise<Page<BindRecord>> {
    const where = all([
      actor.everywhere
        ? anything
        : sql`b.softphone_id IN (SELECT p.id FROM softphone p WHERE ${phonesOf(actor)})`,
      softPhoneId ? sql`b.softphone_id = ${softPhoneId}` : anything,
      agentId ? sql`b.user_id = ${agentId}` : anything,
    ]);
    const of = sql`FROM softphone_binding b WHERE ${where}`;
    const [rows, totalCount] = await Promise.all([
      this.database.rows<Stored<BindRecord, 'boundAt' | 'unboundAt'>>(sql`
        SELECT b.id, b.softphone_id AS softphoneId, p.supplier, p.extension_number AS extensionNumber,
          b.user_id AS agentId, u.name AS agent, b.bound_at AS boundAt, x.name AS boundBy, b.unbound_at AS unboundAt,
          y.name AS unboundBy
        FROM (SELECT b.id ${of} ORDER BY b.id DESC LIMIT ${(page - 1) * size}, ${size}) k
        JOIN softphone_binding b ON b.id = k.id JOIN softphone p ON p.id = b.softphone_id
        JOIN user u ON u.id = b.user_id
        LEFT JOIN user x ON x.id = b.bound_by LEFT JOIN user y ON y.id = b.unbound_by ORDER BY b.id DESC`),
      this.counts.total('softphone_binding', where, () => cappedTotal(this.database, of)),
    ]);
    return { result: rows.map((row) => wire(row)), totalCount };
  }

  private async one(actor: Actor, which: Statement): Promise<SoftphoneInfo | null> {
    const found = await phonesIn(this.dataSource)
      .where(...condition(all([phonesOf(actor), which])))
      .getOne();
    return found && infoOf(found);
  }
}

export function infoOf(phone: Softphone): SoftphoneInfo {
  const { id, version, institutionId, supplier, extensionNumber, provider, callerNumber, status, ownerId } =
    phone;
  return {
    ...{ id, version, institutionId, supplier, extensionNumber, provider, callerNumber, status },
    institutionName: phone.institution?.name ?? '',
    agentId: ownerId,
    agent: phone.owner?.name ?? null,
    boundAt: phone.boundAt?.toISOString() ?? null,
    unboundAt: phone.unboundAt?.toISOString() ?? null,
    updatedAt: phone.updatedAt.toISOString(),
  };
}

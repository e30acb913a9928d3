import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SEND_CHANNELS } from '../../../../contract/codes.js';
import type { TemplatesAnswer, TemplatesQuery } from '../../../../contract/contact/message-templates.js';
import {
  freeParamsOf,
  type CaseFacts,
  type SendChannel,
} from '../../../../contract/contact/message-texts.js';
import type { TemplateRow } from '../../../../contract/contact/messages.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { institutionsIn } from '../../../platform/auth/institution-scope.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Database } from '../../../platform/db/database.js';
import { listPage, startingWith } from '../../../platform/db/lists/list-page.js';
import { all, condition, list, sql } from '../../../platform/db/sql.js';
import { AppError } from '../../../platform/http/app-error.js';
import { User } from '../../../domain/users/user.entity.js';
import { MessageTemplate } from '../../../domain/messages/compose/message-template.entity.js';
import { limitsIn } from '../../../domain/messages/message.rules.js';
import { limitsOf, sendsBy, type LimitsRecord } from '../../../domain/messages/message.sql.js';
import { infoOf, type ProposedTemplate } from '../../../domain/messages/compose/template.rules.js';
import { waitingChanges } from '../../../domain/approvals/approval.writes.js';

/** A select offers no more than this. */
const OPTIONS = 200;

@Injectable()
export class TemplatesQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
  ) {}

  /** Those that the caller's channels may use, or of one of them. */
  async list(actor: Actor, channel: SendChannel | undefined): Promise<TemplateRow[]> {
    const granted = await this.channels(actor.userId);
    const channels = granted.filter((one) => channel === undefined || one === channel);
    const rows = await this.dataSource
      .createQueryBuilder(MessageTemplate, 't')
      .where(...condition(all([sendsBy(actor.institutionId), sql`t.channel IN ${list(channels)}`])))
      .orderBy({ 't.channel': 'ASC', 't.id': 'ASC' })
      .limit(OPTIONS)
      .getMany();
    return rows.map(({ id, name, texts, ...row }) => {
      return { id, name, texts, channel: row.channel, params: freeParamsOf(texts.es ?? '') };
    });
  }

  /** `sms/templates/manage`: those of the viewer's institutions, active or not, and what may be sent of those above. */
  async manage(actor: Actor, query: TemplatesQuery): Promise<TemplatesAnswer> {
    const { templateId, name, channel, language, status, institutionId } = query;
    const templates = this.dataSource
      .createQueryBuilder(MessageTemplate, 't')
      .leftJoinAndSelect('t.institution', 'i')
      .leftJoinAndSelect('t.modifier', 'u');
    const own = institutionsIn(actor, sql`t.institution_id`);
    const [limits, { result, totalCount }] = await Promise.all([
      this.database.rows<LimitsRecord>(limitsOf(actor.institutionId)),
      listPage(templates, query, {
        where: [
          actor.everywhere ? own : sql`(${own} OR ${sendsBy(actor.institutionId)})`,
          templateId ? sql`t.id = ${templateId}` : undefined,
          name ? sql`t.name LIKE ${startingWith(name)}` : undefined,
          channel && sql`t.channel = ${channel}`,
          language && sql`JSON_VALUE(t.texts, ${`$.${language}`}) IS NOT NULL`,
          status && sql`t.enabled = ${status === 'enabled'}`,
          institutionId ? sql`t.institution_id = ${institutionId}` : undefined,
        ],
        sorts: { name: 't.name', updatedAt: 't.updatedAt' },
        defaultSort: ['t.updatedAt', 'DESC'],
      }),
    ]);
    const ids = result.map(({ id }) => id);
    const { manager } = this.dataSource;
    const waiting = await waitingChanges<ProposedTemplate>(manager, actor, 'TEMPLATE_ACTIVE', ids);
    const rows = result.map((template) => {
      const isOwn = actor.everywhere || actor.institutionIds.includes(template.institutionId);
      return infoOf(template, isOwn ? waiting.get(template.id) : undefined, !isOwn);
    });
    return { result: rows, totalCount, limits: limitsIn(limits) };
  }

  /** Sample values of a case; of the borrower only what a text holds: the first name. @throws case.notFound */
  async sample(actor: Actor, loanId: string): Promise<CaseFacts> {
    const facts = await this.database.row<CaseFacts>(sql`
      SELECT SUBSTRING_INDEX(TRIM(c.borrower_name), ' ', 1) AS borrowerName, c.amount_due AS amount, c.loan_no AS loanId,
        c.due_date AS penaltyDate, COALESCE(u.name, '') AS agentName,
        (SELECT l.app_name FROM loan_item l WHERE l.id = c.loan_item_id) AS appName
      FROM collection_case c LEFT JOIN user u ON u.id = c.owner_id
      WHERE c.loan_no = ${loanId} AND ${casesOf(actor)} ORDER BY c.id DESC LIMIT 1`);
    if (!facts) throw new AppError('case.notFound');
    return facts;
  }

  /** The channels that a person may write by. */
  async channels(userId: number): Promise<SendChannel[]> {
    const user = await this.dataSource.manager.findOneBy(User, { id: userId });
    const granted = user?.channels.split(',') ?? [];
    return SEND_CHANNELS.filter((channel) => granted.includes(channel));
  }
}

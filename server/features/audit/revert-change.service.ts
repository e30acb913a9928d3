import { Injectable } from '@nestjs/common';
import { DataSource, type EntityTarget } from 'typeorm';
import type { z } from 'zod';
import { AnomalyRules } from '../../../contract/supervision/anomalies.js';
import {
  NumberViewers,
  SystemLimits,
  type Configured,
  type ConfiguredName,
} from '../../../contract/administration/configuration.js';
import { IndicatorChange } from '../../../contract/team/indicators.js';
import { MessageLimits } from '../../../contract/contact/messages.js';
import { MessagePlaces } from '../../../contract/contact/message-places.js';
import { TemplateChange } from '../../../contract/contact/message-templates.js';
import { ProductTermsChange } from '../../../contract/money/products.js';
import { QueueChange } from '../../../contract/team/queues.js';
import { businessDay } from '../../../contract/shared/date.js';
import { UserChange } from '../../../contract/administration/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import type { Versioned } from '../../platform/db/columns.js';
import { AppError } from '../../platform/http/app-error.js';
import { ConfigurationService } from '../settings/configuration/configuration.service.js';
import { PoliciesQueries } from '../contact-compliance/policy/policies.queries.js';
import { PoliciesService } from '../contact-compliance/policy/policies.service.js';
import { Indicator } from '../../domain/indicators/indicator.entity.js';
import { rowOf as indicatorOf } from '../../domain/indicators/indicators.rules.js';
import { IndicatorsService } from '../indicators/indicators.service.js';
import { MessageLimitsService } from '../messages/compose/message-limits.service.js';
import { MessageTemplate } from '../../domain/messages/compose/message-template.entity.js';
import { infoOf as templateOf } from '../../domain/messages/compose/template.rules.js';
import { TemplatesService } from '../messages/compose/templates.service.js';
import { WeightsQueries } from '../settings/priorities/weights.queries.js';
import { WeightsService } from '../settings/priorities/weights.service.js';
import { ProductTerms } from '../../domain/products/product-terms.entity.js';
import { rowOf as termsOf } from '../../domain/products/products.rules.js';
import { ProductsService } from '../products/products.service.js';
import { Queue } from '../../domain/queues/queue.entity.js';
import { formOf as queueOf } from '../queues/queues.queries.js';
import { QueuesService } from '../queues/queues.service.js';
import { AccountsService } from '../users/accounts.service.js';
import { User } from '../../domain/users/user.entity.js';
import { infoOf as userOf } from '../../domain/users/user.rules.js';
import { AuditQueries } from './audit.queries.js';
import {
  parsed,
  undone,
  wayBack,
  type Back,
  type OfficeWay,
  type WayBack,
} from '../../domain/audit/audit.rules.js';
import { OfficeWays } from './office-ways.service.js';

/**
 * A change is put back by a new one: the command that the screen would send, with the values of before, judged as any
 * other. What has changed since in the same fields is not overwritten.
 */
@Injectable()
export class RevertChangeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly audit: AuditQueries,
    private readonly queues: QueuesService,
    private readonly templates: TemplatesService,
    private readonly products: ProductsService,
    private readonly indicators: IndicatorsService,
    private readonly accounts: AccountsService,
    private readonly limits: MessageLimitsService,
    private readonly weights: WeightsService,
    private readonly weightsInForce: WeightsQueries,
    private readonly configuration: ConfigurationService,
    private readonly policies: PoliciesService,
    private readonly policyInForce: PoliciesQueries,
    private readonly office: OfficeWays,
  ) {}

  /**
   * @throws audit.notFound, audit.noWay, entity.changed with what is in force where the change stands no more, and what the
   * command throws
   */
  async revertChange(actor: Actor, id: number, from: string): Promise<void> {
    const { name, changes, subjectId, institutionId, facts } = await this.audit.entry(actor, id);
    const way = wayBack({ name, changes, institutionId }, actor);
    if (!way || !changes) throw new AppError('audit.noWay');
    const ways = { ...this.ways, ...this.office.all };
    await ways[way](actor, { subjectId, institutionId: institutionId!, changes, facts, from });
  }

  private readonly ways: Record<Exclude<WayBack, OfficeWay>, (actor: Actor, back: Back) => Promise<unknown>> =
    {
      queue: async (actor, back) => {
        const { old, ...ref } = await this.old(Queue, back);
        if ('open' in back.changes) return this.queues.setStatus(actor, { ...ref, open: old.open });
        return this.queues.save(actor, parsed(QueueChange, { ...queueOf(old), ...ref }));
      },
      template: async (actor, back) => {
        const { old, ...ref } = await this.old(MessageTemplate, back);
        if ('enabled' in back.changes)
          return this.templates.setStatus(actor, { ...ref, enabled: old.enabled });
        return this.templates.save(actor, parsed(TemplateChange, { ...templateOf(old), ...ref }));
      },
      productTerms: async (actor, back) => {
        const { old, ...ref } = await this.old(ProductTerms, back);
        const form = termsOf(old, businessDay(this.clock.now()), false);
        return this.products.save(actor, parsed(ProductTermsChange, { ...form, ...ref }));
      },
      indicator: async (actor, back) => {
        const { old, ...ref } = await this.old(Indicator, back);
        if ('enabled' in back.changes)
          return this.indicators.setStatus(actor, { ...ref, enabled: old.enabled });
        const form = indicatorOf(old, businessDay(this.clock.now()));
        return this.indicators.save(actor, parsed(IndicatorChange, { ...form, ...ref }));
      },
      user: async (actor, back) => {
        const { old, ...ref } = await this.old(User, back);
        if ('enabled' in back.changes)
          return this.accounts.setStatus(actor, { userId: ref.id, enabled: old.enabled });
        const form = userOf(old, { phone: null, idCardBound: 0, liveChecks: 0, faceChecks: 0 });
        return this.accounts.save(actor, parsed(UserChange, { ...form, ...ref }));
      },
      messageLimits: async (actor, { changes }) => {
        const { version, ...inForce } = await this.limits.read(actor);
        const limits = parsed(MessageLimits, undone(inForce, changes));
        return this.limits.change(actor, { ...limits, version });
      },
      priorities: async (actor, { institutionId, changes }) => {
        const { version, weights } = await this.weightsInForce.inForce(actor, institutionId);
        return this.weights.change(actor, { institutionId, version, weights: undone(weights, changes) });
      },
      numberViewers: (actor, back) => this.configured(actor, 'numbers', NumberViewers, back),
      systemLimits: (actor, back) => this.configured(actor, 'limits', SystemLimits, back),
      anomalyRules: (actor, back) => this.configured(actor, 'anomalies', AnomalyRules, back),
      messagePlaces: (actor, back) => this.configured(actor, 'places', MessagePlaces, back),
      guardPolicy: async (actor, { institutionId, changes }) => {
        const { version, policy } = await this.policyInForce.policy(actor, institutionId);
        return this.policies.change(actor, {
          institutionId,
          version,
          policy: undone(policy, changes),
          note: '',
        });
      },
    };

  private async configured<Name extends ConfiguredName>(
    actor: Actor,
    name: Name,
    schema: z.ZodType<Configured[Name]>,
    { changes }: Back,
  ): Promise<unknown> {
    const inForce = await this.configuration.read(actor, name);
    const { version } = inForce;
    return this.configuration.change(actor, name, { ...parsed(schema, undone(inForce, changes)), version });
  }

  /** The row as it was, with the version that stands now. */
  private async old<Row extends Versioned & { institution?: unknown }>(
    entity: EntityTarget<Row>,
    { subjectId, changes }: Back,
  ): Promise<{ old: Row; id: number; version: number }> {
    const query = this.dataSource.createQueryBuilder(entity, 'e').leftJoinAndSelect('e.institution', 'i');
    const row = await query.where('e.id = :subjectId', { subjectId }).getOne();
    if (!row) throw new AppError('audit.notFound');
    const { id, version } = row;
    return { old: undone(row, changes), id, version };
  }
}

import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Role } from '../../../contract/codes.js';
import {
  AddressListChange,
  NumberViewers,
  SealMail,
  SystemLimits,
  type Configured,
  type ConfiguredName,
} from '../../../contract/administration/configuration.js';
import { AuthenticatorRoles } from '../../../contract/authenticators.js';
import { GrantsChange } from '../../../contract/administration/grants.js';
import { LegalSources } from '../../../contract/contact/legal-sources.js';
import { RegulatorTerms } from '../../../contract/supervision/regulator-terms.js';
import { FirstContact } from '../../../contract/contact/first-contact.js';
import { MessagePlaces } from '../../../contract/contact/message-places.js';
import { MessageLimits } from '../../../contract/contact/messages.js';
import { AnomalyRules } from '../../../contract/supervision/anomalies.js';
import type { Actor } from '../../platform/auth/actor.js';
import { parsed } from '../../platform/db/changes.js';
import { undone, type Back, type RevertedSetting } from '../../domain/audit/audit.rules.js';
import { PoliciesQueries } from '../contact-compliance/policy/policies.queries.js';
import { PoliciesService } from '../contact-compliance/policy/policies.service.js';
import { GrantsQueries } from '../grants/grants.queries.js';
import { GrantsService } from '../grants/grants.service.js';
import { MessageLimitsService } from '../messages/compose/message-limits.service.js';
import { AddressListService } from '../session/address-list.service.js';
import { ConfigurationService } from '../settings/configuration/configuration.service.js';
import { WeightsQueries } from '../settings/priorities/weights.queries.js';
import { WeightsService } from '../settings/priorities/weights.service.js';

/** How changes of rights and of an institution's settings are put back: by the commands of their screens. */
@Injectable()
export class SettingsRevertService {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly addresses: AddressListService,
    private readonly rights: GrantsService,
    private readonly rightsInForce: GrantsQueries,
    private readonly limits: MessageLimitsService,
    private readonly weights: WeightsService,
    private readonly weightsInForce: WeightsQueries,
    private readonly policies: PoliciesService,
    private readonly policyInForce: PoliciesQueries,
  ) {}

  readonly ways: Record<RevertedSetting, (actor: Actor, back: Back) => Promise<object>> = {
    addressList: async (actor, { changes, from }) => {
      const inForce = await this.configuration.read(actor, 'addresses');
      return this.addresses.change(actor, parsed(AddressListChange, undone(inForce, changes)), from);
    },
    grants: async (actor, { institutionId, changes, facts }) => {
      const role = facts['role'] as Role;
      const held = await this.rightsInForce.info(actor, { institutionId, role });
      return this.rights.save(actor, parsed(GrantsChange, undone(held, changes)));
    },
    messageLimits: async (actor, { changes }) => {
      const { version, ...inForce } = await this.limits.read(actor);
      return this.limits.change(actor, { ...parsed(MessageLimits, undone(inForce, changes)), version });
    },
    priorities: async (actor, { institutionId, changes }) => {
      const { version, weights } = await this.weightsInForce.inForce(actor, institutionId);
      return this.weights.change(actor, { institutionId, version, weights: undone(weights, changes) });
    },
    guardPolicy: async (actor, { eventId, institutionId, changes }) => {
      const { version, policy } = await this.policyInForce.policy(actor, institutionId);
      const before = { institutionId, version, policy: undone(policy, changes) };
      // Where it loosens, whoever approves it reads which event of the audit is put back.
      return this.policies.change(actor, { ...before, note: `↶ ${eventId}` });
    },
    numberViewers: (actor, back) => this.configured(actor, 'numbers', NumberViewers, back),
    systemLimits: (actor, back) => this.configured(actor, 'limits', SystemLimits, back),
    anomalyRules: (actor, back) => this.configured(actor, 'anomalies', AnomalyRules, back),
    messagePlaces: (actor, back) => this.configured(actor, 'places', MessagePlaces, back),
    firstContact: (actor, back) => this.configured(actor, 'firstContact', FirstContact, back),
    regulatorTerms: (actor, back) => this.configured(actor, 'regulatorTerms', RegulatorTerms, back),
    sealMail: (actor, back) => this.configured(actor, 'sealMail', SealMail, back),
    legalSources: (actor, back) => this.configured(actor, 'legalSources', LegalSources, back),
    authenticatorRoles: (actor, back) => this.configured(actor, 'authenticators', AuthenticatorRoles, back),
  };

  private async configured<Name extends ConfiguredName>(
    actor: Actor,
    name: Name,
    schema: z.ZodType<Configured[Name]>,
    { changes }: Back,
  ): Promise<object> {
    const inForce = await this.configuration.read(actor, name);
    const { version } = inForce;
    return this.configuration.change(actor, name, { ...parsed(schema, undone(inForce, changes)), version });
  }
}

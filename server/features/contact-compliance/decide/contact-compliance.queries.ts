import { Injectable } from '@nestjs/common';
import type {
  CheckContact,
  ContactPreview,
  GuarantorRequest,
  ComplianceDecision,
  HoldRow,
  OverrideRow,
} from '../../../../contract/contact/contact-compliance.js';
import { CONTACT_CHANNELS } from '../../../../contract/contact/contact-compliance.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { caseFor } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { wire } from '../../../platform/db/rows.js';
import { Ids } from '../../../platform/db/ids.js';
import { Settings } from '../../../platform/settings/settings.js';
import { Site } from '../../../platform/site/site.js';
import { AppError } from '../../../platform/http/app-error.js';
import { factsOf, toFacts } from '../../../domain/contact-compliance/decide/facts.rules.js';
import { decide, type ComplianceFacts } from '../../../domain/contact-compliance/decide/compliance.rules.js';
import {
  factStatements,
  type BorrowerRow,
  type CaseContactRow,
  type FactElements,
} from '../../../domain/contact-compliance/decide/compliance.sql.js';
import {
  contactsOfCase,
  holdRowsOf,
  overrideRowsOf,
  type HoldRecord,
  type OverrideRecord,
  type RequestRecord,
} from '../../../domain/contact-compliance/decide/preview.sql.js';
import { changesAt } from '../../../domain/contact-compliance/decide/preview.rules.js';

type PastElements = FactElements extends [unknown, unknown, ...infer Past extends object[]] ? Past : never;

/** Previews the decision. Nothing is stored and nothing is locked; the act is judged anew. */
@Injectable()
export class ContactComplianceQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly site: Site,
    private readonly settings: Settings,
  ) {}

  /** @throws case.notFound, contact.notFound */
  async check(actor: Actor, { taskId, contactId, channel }: CheckContact): Promise<ComplianceDecision> {
    const now = this.clock.now();
    const [decisionId, [seen, ...rows]] = await Promise.all([
      this.ids.take(),
      this.database.readTogether<[object, ...FactElements]>(
        caseFor(actor, taskId),
        ...factStatements({ caseId: taskId, contactId, actorId: actor.userId }, now, false),
      ),
    ]);
    const facts = seen.length > 0 ? factsOf(rows) : null;
    if (!facts) throw new AppError('case.notFound');
    if (!facts.contact) throw new AppError('contact.notFound');
    return { decisionId, ...decide(facts, { channel, isOff: this.site.isChannelOff(channel) }, now) };
  }

  /** Every contact of a case by every channel, from one reading. @throws case.notFound */
  async preview(actor: Actor, taskId: number): Promise<ContactPreview> {
    const now = this.clock.now();
    const [, , ...past] = factStatements({ caseId: taskId, contactId: 0, actorId: actor.userId }, now, false);
    const [contacts, holdRecords, overrideRecords, ...rest] = await this.database.readTogether<
      [CaseContactRow & BorrowerRow & RequestRecord, HoldRecord, OverrideRecord, ...PastElements]
    >(contactsOfCase(actor, taskId), holdRowsOf(taskId, now), overrideRowsOf(taskId, now), ...past);
    const first = contacts[0];
    if (!first) throw new AppError('case.notFound');
    const facts = contacts.map((contact) => toFacts(first, contact, rest));
    return {
      ...previewOf(taskId, facts, requestsOf(actor, contacts), { now, site: this.site }),
      holds: holdRecords.map((record) => this.toHold(record)),
      overrides: overrideRecords.map((record) => this.toOverride(record)),
      legalSources: (await this.settings.of(actor.institutionId)).configured.legalSources.sources,
    };
  }

  private toHold({ note, ...hold }: HoldRecord): HoldRow {
    return { ...wire(hold), note: note && this.vault.open(note) };
  }

  private toOverride({ reason, ...override }: OverrideRecord): OverrideRow {
    return { ...wire(override), reason: this.vault.open(reason) };
  }
}

function requestsOf(actor: Actor, contacts: readonly RequestRecord[]): Map<number, GuarantorRequest> {
  const requests = new Map<number, GuarantorRequest>();
  for (const { contactId, name, requestedAt, requestedById, requestedBy } of contacts) {
    if (contactId === null || requestedAt === null) continue;
    const own = requestedById === actor.userId;
    requests.set(contactId, { name: name ?? '', requestedBy, requestedAt: requestedAt.toISOString(), own });
  }
  return requests;
}

function previewOf(
  taskId: number,
  all: readonly ComplianceFacts[],
  requests: ReadonlyMap<number, GuarantorRequest>,
  { now, site }: { now: Date; site: Site },
): Omit<ContactPreview, 'holds' | 'overrides' | 'legalSources'> {
  const { zone, known } = all[0]!.where;
  const counters = decide(all[0]!, { channel: 'CALL' }, now).counters;
  const contacts = all.flatMap((facts) => {
    if (!facts.contact) return [];
    const channels = CONTACT_CHANNELS.map((channel) => {
      const {
        counters: _counters,
        zone: _zone,
        ...answer
      } = decide(facts, { channel, isOff: site.isChannelOff(channel) }, now);
      return [channel, answer] as const;
    });
    const { id, relation, guarantor } = facts.contact;
    const guarantorRequest = requests.get(id) ?? null;
    return [{ contactId: id, relation, guarantor, guarantorRequest, channels: Object.fromEntries(channels) }];
  }) as ContactPreview['contacts'];
  return {
    taskId,
    zone,
    zoneKnown: known,
    counters,
    contacts,
    asOf: now.toISOString(),
    changesAt: changesAt(contacts),
  };
}

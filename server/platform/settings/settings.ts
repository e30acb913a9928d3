import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DEFAULT_ANOMALY_RULES } from '../../../contract/supervision/anomalies.js';
import { DEFAULT_REGULATOR_TERMS } from '../../../contract/supervision/regulator-terms.js';
import { DEFAULT_FIRST_CONTACT } from '../../../contract/contact/first-contact.js';
import { DEFAULT_MESSAGE_PLACES, placesIn } from '../../../contract/contact/message-places.js';
import { PRIVACY_ANSWER_DAYS, PRIVACY_KEPT_DAYS } from '../../../contract/contact/privacy.js';
import { REVEALS_PER_HOUR } from '../../../contract/cases/borrowers.js';
import type { Role } from '../../../contract/codes.js';
import {
  addressesIn,
  type Configured,
  type ConfiguredName,
  isAddress,
} from '../../../contract/administration/configuration.js';
import { AddressSet } from '../auth/address-set.js';
import { Config } from '../config/config.js';
import { Database } from '../db/database.js';
import { sql } from '../db/sql.js';
import { Redis } from '../redis/redis.js';

const CHANNEL = 'recoup:settings';
/** A change is heard of at once; while Redis is away it holds after this time. */
const REMEMBERED_MS = 1_000;
const INSTITUTIONS = 10_000;

interface InForce {
  configured: Configured;
  /** Whether a call may come from the address: it is on each list of the institution and of those above that is not empty. */
  admits: (address: string) => boolean;
  /** The roles that sign in with a code by any level's word. */
  codeRoles: ReadonlySet<Role>;
}

/** Administrators' settings, as they hold for an institution's people. Kept in memory: a request waits for nothing. */
@Injectable()
export class Settings {
  private readonly known = new LRUCache<number, InForce>({
    max: INSTITUTIONS,
    ttl: REMEMBERED_MS,
    ignoreFetchAbort: true,
    allowStaleOnFetchRejection: true,
    fetchMethod: (institutionId) => this.read(institutionId),
  });
  private readonly sets = new LRUCache<string, AddressSet>({
    max: 200,
    memoMethod: (text) => new AddressSet(addressesIn(text).filter(isAddress)),
  });

  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly redis: Redis,
    private readonly config: Config,
  ) {
    const ear = redis.connect();
    ear.on('message', () => {
      this.known.clear();
      for (const listener of this.listeners) listener();
    });
    // Asked again when Redis is back; until then the time above holds.
    ear.subscribe(CHANNEL).catch(() => undefined);
  }

  of(institutionId: number): Promise<InForce> {
    return this.known.forceFetch(institutionId);
  }

  /** The values of an institution that never decided for itself: the nearest above's, or the product's own. */
  async beforeOwn(institutionId: number): Promise<Configured> {
    return (await this.read(institutionId, institutionId)).configured;
  }

  async showsPlain({ role, institutionId }: { role: Role; institutionId: number }): Promise<boolean> {
    return (await this.of(institutionId)).configured.numbers.roles.includes(role);
  }

  /** Places that a message from the institution's people may name. */
  async placesOf(institutionId: number): Promise<string[]> {
    return placesIn((await this.of(institutionId)).configured.places.places);
  }

  /** Called after a change by any server, as long as Redis is there. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** After the commit of a change. */
  changed(): void {
    this.known.clear();
    void this.redis.try((client) => client.publish(CHANNEL, '1'));
  }

  /** `but`: an institution whose own do not count. */
  private async read(institutionId: number, but = 0): Promise<InForce> {
    // From the top down: the nearest comes last.
    const rows = await this.database.rows<{ name: ConfiguredName; document: string }>(sql`
      SELECT c.name, c.document
      FROM configuration c JOIN institution i ON i.id = c.institution_id
        JOIN institution own ON own.id = ${institutionId} AND own.path LIKE CONCAT(i.path, '%')
      WHERE c.version = (SELECT MAX(n.version) FROM configuration n
        WHERE n.institution_id = c.institution_id AND n.name = c.name) AND i.id <> ${but}
      ORDER BY LENGTH(i.path)`);
    const { files, rows: exportRows } = this.config.exportQuota;
    const configured: Configured = {
      numbers: { roles: [] },
      limits: {
        ...{ exportFiles: files, exportRows, revealsPerHour: REVEALS_PER_HOUR },
        ...{ privacyAnswerDays: PRIVACY_ANSWER_DAYS, privacyKeptDays: PRIVACY_KEPT_DAYS },
      },
      addresses: { addresses: null },
      anomalies: DEFAULT_ANOMALY_RULES,
      places: DEFAULT_MESSAGE_PLACES,
      authenticators: { codeRoles: [] },
      firstContact: DEFAULT_FIRST_CONTACT,
      regulatorTerms: DEFAULT_REGULATOR_TERMS,
      sealMail: { mailTo: null },
      legalSources: { sources: null },
    };
    const codeRoles = new Set<Role>();
    const lists: AddressSet[] = [];
    for (const { name, document } of rows) {
      // A document of before has not every field of now.
      const set = {
        [name]: { ...configured[name], ...(JSON.parse(document) as Configured[ConfiguredName]) },
      };
      Object.assign(configured, set);
      const { addresses, authenticators } = set as Partial<Configured>;
      for (const role of authenticators?.codeRoles ?? []) codeRoles.add(role);
      if (addresses?.addresses) lists.push(this.sets.memo(addresses.addresses));
    }
    return { configured, admits: (address) => lists.every((each) => each.has(address)), codeRoles };
  }
}

import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork } from '../../../platform/db/unit-of-work.js';
import {
  ProviderClient,
  ProviderRefused,
  ProviderUnavailable,
} from '../../../platform/providers/provider-client.js';
import {
  knownLocation,
  AddressLocation,
  seenAt,
  unlookedUp,
  type Source,
} from '../../../platform/behaviour/address-location.sql.js';

/** Where the addresses of records are, and whether their people had been seen there: by jobs, never in an act's way. */
@Injectable()
export class AddressLocationsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly provider: ProviderClient,
  ) {}

  /** Notes where the address is; a look-up that fails, or takes longer than a second, leaves the record without it. */
  async lookUp(behaviourId: number): Promise<void> {
    const record = await this.database.row<{ userId: number; address: string; source: Source }>(sql`
      SELECT b.user_id AS userId, b.address, b.source FROM behaviour_record b WHERE b.id = ${behaviourId}`);
    if (!record) return;
    const { userId, address, source } = record;
    const location = await this.locationOf(address);
    const before = await this.database.row(seenAt(userId, address, source, behaviourId));
    await this.uow.transact(SYSTEM, async (tx) => {
      tx.write(sql`
        UPDATE behaviour_record SET city = ${location?.city}, network = ${location?.network}, is_new = ${before ? 0 : 1}
        WHERE id = ${behaviourId}`);
      if (location || !before) tx.emit('behaviour.placed', { behaviourId, userId, isNew: !before });
    });
  }

  /** Looks up addresses whose job was lost or failed. @returns how many */
  async reconcile(): Promise<number> {
    const lost = await this.database.rows<{ id: number; address: string }>(
      unlookedUp(this.clock.now().getTime()),
    );
    const byAddress = new Map<string, number[]>();
    for (const { id, address } of lost) byAddress.set(address, [...(byAddress.get(address) ?? []), id]);
    // Different addresses in parallel, records of one address in turn: the first look-up serves the others.
    await Promise.all([...byAddress.values()].map((ids) => this.lookUpAll(ids)));
    return lost.length;
  }

  private async lookUpAll(ids: readonly number[]): Promise<void> {
    for (const id of ids) await this.lookUp(id);
  }

  private async locationOf(address: string): Promise<AddressLocation | null> {
    if (isIP(address) === 0) return null;
    const known = await this.database.row<AddressLocation>(knownLocation(address, this.clock.now()));
    if (known) return known;
    try {
      const path = `/ip/${encodeURIComponent(address)}`;
      const location = await this.provider.call({ provider: 'ip', path, answer: AddressLocation });
      await this.remember(address, location);
      return location;
    } catch (error) {
      if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) return null;
      throw error;
    }
  }

  private remember(address: string, { city, network }: AddressLocation): Promise<void> {
    return this.uow.transact(SYSTEM, async (tx) =>
      tx.write(sql`
        INSERT INTO address_place (address, city, network, looked_up_at)
        VALUES (${address}, ${city}, ${network}, ${tx.now})
        ON DUPLICATE KEY UPDATE city = VALUES(city), network = VALUES(network), looked_up_at = VALUES(looked_up_at)`),
    );
  }
}

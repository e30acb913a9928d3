import { z } from 'zod';
import { sql, type Statement } from '../db/sql.js';

export const AddressLocation = z.object({ city: z.string().max(80), network: z.string().max(80) });
export type AddressLocation = z.infer<typeof AddressLocation>;
export type Source = 'CLIENT' | 'SERVER';

const FRESH_MS = 24 * 3_600_000;
/** A record's job looks its address up at once; after this time the job must be lost and the sweep does it. */
const LOST_AFTER_MS = 2 * 60_000;
/** A record whose address could not be looked up for a day stays without a place. */
const GIVE_UP_MS = 24 * 3_600_000;
const RECONCILE_SIZE = 100;

/** The location of an address, looked up within a day. */
export function knownLocation(address: string, now: Date): Statement {
  return sql`
    SELECT p.city, p.network FROM address_place p
    WHERE p.address = ${address} AND p.looked_up_at > ${new Date(now.getTime() - FRESH_MS)}`;
}

/**
 * Whether a person was seen at an address whose records are looked up, at all or before a record. For what the server saw only
 * its own records count: a browser's report from a new place must not make the place an old one.
 */
export function seenAt(userId: number, address: string, source: Source, beforeId?: number): Statement {
  const since =
    beforeId === undefined
      ? sql`b.is_new IS NOT NULL`
      : sql`
    (b.at, b.id) < (SELECT o.at, o.id FROM behaviour_record o WHERE o.id = ${beforeId})`;
  const seen = source === 'SERVER' ? sql`b.source = 'SERVER' AND ${since}` : since;
  return sql`
    SELECT 1 FROM behaviour_record b WHERE b.user_id = ${userId} AND b.address = ${address} AND ${seen} LIMIT 1`;
}

/** Newest first: fresh records are the ones that somebody looks at. */
export function unlookedUp(now: number): Statement {
  return sql`
    SELECT b.id, b.address FROM behaviour_record b
    WHERE b.is_new IS NULL AND b.at > ${new Date(now - GIVE_UP_MS)} AND b.at <= ${new Date(now - LOST_AFTER_MS)}
    ORDER BY b.at DESC LIMIT ${RECONCILE_SIZE}`;
}

import type { ContactPolicy } from '../../../../contract/contact/contact-compliance.js';
import { list, never, sql, type Statement } from '../../../platform/db/sql.js';
import { localTime, openSpan, within } from './hours.rules.js';
import { whereaboutsAt, ZONES } from './zones.rules.js';

/** The zones (places in ZONES) in which somebody may be called now, of institutions that have the same hours. */
export interface OpenZones {
  institutionIds: readonly number[];
  zones: readonly number[];
}

/** By what a list finds the cases that may be contacted now. */
export interface Contactable {
  open: readonly OpenZones[];
  now: Date;
}

export function openZonesOf(policies: ReadonlyMap<number, ContactPolicy>, now: Date): OpenZones[] {
  const alike = new Map<string, { institutionIds: number[]; zones: number[] }>();
  for (const [institutionId, policy] of policies) {
    const zones = ZONES.flatMap((_, key) => (isOpenAt(policy, key, now) ? [key] : []));
    const known = alike.get(zones.join());
    if (known) known.institutionIds.push(institutionId);
    else alike.set(zones.join(), { institutionIds: [institutionId], zones });
  }
  return [...alike.values()];
}

function isOpenAt(policy: ContactPolicy, key: number, now: Date): boolean {
  const where = whereaboutsAt(key);
  const { day, minute } = localTime(where.zone, now);
  return within(openSpan(policy, where, day, { operating: false }), minute);
}

/** A condition on collection_case `c`: open, in its hours, with attempts left and nothing that holds the borrower. */
export function contactableNow({ open, now }: Contactable): Statement {
  const free = sql`c.is_open = 1 AND c.contact_from <= ${now}`;
  if (open.length === 1) return sql`${free} AND c.contact_zone IN ${list(open[0]!.zones)}`;
  const places = open.map(
    ({ institutionIds, zones }) =>
      sql`(c.institution_id IN ${list(institutionIds)} AND c.contact_zone IN ${list(zones)})`,
  );
  const anywhere = places.length === 0 ? '1 = 0' : places.map(({ text }) => text).join(' OR ');
  return sql`${free} AND (${{ text: anywhere, params: places.flatMap(({ params }) => params) }})`;
}

/** The same cases by case_institution_contact or case_group_contact: a count of them reads no more than its cap. */
export function contactableWithin(
  { open, now }: Contactable,
  key: 'institution' | 'group',
  ids: readonly number[],
): Statement {
  const among = new Set(ids);
  const wholes =
    key === 'group'
      ? [{ within: ids, zones: zonesOf(open) }]
      : open.map(({ institutionIds, zones }) => ({
          within: institutionIds.filter((id) => among.has(id)),
          zones,
        }));
  const column = { text: `c.${key}_id`, params: [] };
  const places = wholes.map(
    ({ within, zones }) =>
      sql`${column} IN ${list(within)} AND c.is_open = 1 AND c.contact_zone IN ${list(zones)} AND c.contact_from <= ${now}`,
  );
  return sql`(${places.reduce((one, other) => sql`${one} OR ${other}`, never)})`;
}

/** The ranges of case_institution_contact, one for each institution and zone. */
export function contactableOfInstitutions({ open, now }: Contactable, ids: readonly number[]): Statement[] {
  const among = new Set(ids);
  return open.flatMap(({ institutionIds, zones }) =>
    institutionIds
      .filter((id) => among.has(id))
      .flatMap((id) =>
        zones.map(
          (zone) =>
            sql`c.institution_id = ${id} AND c.is_open = 1 AND c.contact_zone = ${zone} AND c.contact_from <= ${now}`,
        ),
      ),
  );
}

/** The ranges of case_group_contact. */
export function contactableOfGroups({ open, now }: Contactable, ids: readonly number[]): Statement[] {
  const zones = zonesOf(open);
  return ids.flatMap((id) =>
    zones.map(
      (zone) =>
        sql`c.group_id = ${id} AND c.is_open = 1 AND c.contact_zone = ${zone} AND c.contact_from <= ${now}`,
    ),
  );
}

function zonesOf(open: readonly OpenZones[]): number[] {
  return [...new Set(open.flatMap(({ zones }) => zones))];
}

import { LRUCache } from 'lru-cache';
import type { ContactPolicy } from '../../../../contract/contact/contact-compliance.js';

/** "MX": what an institution goes by that has made no policy of its own; its version is 0. */
export const DEFAULT_POLICY: ContactPolicy = {
  legalHours: { known: { from: '07:00', to: '22:00' }, unknown: { from: '09:00', to: '21:00' } },
  operatingHours: { hours: { from: '08:00', to: '20:00' }, days: [1, 2, 3, 4, 5, 6], onHolidays: false },
  attempts: { perDay: 3, perWeek: 7, apartMinutes: 120 },
  conversations: { perDay: 1 },
  messages: { perDay: 2 },
  relations: ['R01'],
};

export interface PolicyInForce {
  version: number;
  policy: ContactPolicy;
}

const parsed = new LRUCache<string, ContactPolicy>({
  max: 200,
  memoMethod: (document) => JSON.parse(document) as ContactPolicy,
});

/** A policy as its row holds it, or the default when there is none. Documents are parsed once. */
export function policyOf(row: { version: number | null; document: string | null }): PolicyInForce {
  if (row.version === null || row.document === null) return { version: 0, policy: DEFAULT_POLICY };
  return { version: row.version, policy: parsed.memo(row.document) };
}

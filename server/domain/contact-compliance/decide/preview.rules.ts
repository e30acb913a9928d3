import type { PreviewedContact } from '../../../../contract/contact/contact-compliance.js';

/** The next moment at which one of these answers changes only because time passes. */
export function changesAt(contacts: readonly PreviewedContact[]): string | null {
  const ends = contacts
    .flatMap(({ channels }) => Object.values(channels))
    .flatMap(({ nextAllowedAt, allowedUntil }) => nextAllowedAt ?? allowedUntil ?? []);
  return ends.sort()[0] ?? null;
}

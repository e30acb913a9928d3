import type { ContactRow } from '../../../contract/cases/cases.js';

/** A contact as it is read; null columns: the borrower has none. */
export type ContactRecord = Omit<ContactRow, 'emergency' | 'standingAt'> & {
  emergency: number;
  standingAt: Date | null;
  contactId: number | null;
  sealed: Buffer | null;
  pendingCallId: number | null;
};

/** @param phone masked or in full, as the viewer may see it */
export function contactRowOf(record: ContactRecord, phone: string): ContactRow {
  const { id, name, relation, lastCallResult, blocked, source, givenOn } = record;
  return {
    ...{ id, name, phone, relation, lastCallResult, blocked, source, givenOn },
    emergency: record.emergency === 1,
    standing: blocked === 'WRONG' ? 'NOT_THEIRS' : record.standing,
    standingAt: record.standingAt?.toISOString() ?? null,
  };
}

import { addDays, businessDay } from '../../../contract/shared/date.js';
import { sql, type Statement } from '../../platform/db/sql.js';

const DAY_MS = 86_400_000;

/**
 * For how many days rows are kept that only serve repeated requests or daily limits. Evidence is in no line
 * of this table and is never deleted: domain_event, audit_entry and contact_receipt before all.
 */
export const KEPT_DAYS = {
  /** A page repeats a request that got no answer as long as it stays open; a session that nobody uses ends after 12 h. */
  clientRequest: 7,
  /**
   * Suppliers repeat a report for hours, and a report waits a day for its call. It names who calls: what it did stands in
   * phone_call, and it is not kept for longer than a dispute about a call needs it.
   */
  callReport: 30,
  /** Carriers try for three days and repeat a receipt for less; a later one finds the message at its end. */
  messageReceipt: 7,
  /** A message of a sender whom no case knows. */
  unknownMessage: 1,
  /** Limits are per business day; a message that is cancelled gives its slot back to the day that it took it from. */
  messageCount: 7,
  /** The quota is a business day's; who took what stands in the event list.exported. */
  exportDay: 7,
  /** Within ten minutes a second reading of a case writes no record; what was read stands in behaviour_record. */
  caseRead: 1,
  /** An uploaded workbook is confirmed within six days, or sent again. */
  sheetRow: 7,
  /** A notification that nobody looks at for a month is stale; what it was about stands in its own list and in the log. */
  inboxItem: 30,
  /** A webhook's requests: the events themselves stay in the log. */
  webhookDelivery: 30,
} as const;

/** A table's old rows, the oldest first: `most` of them at once, found by an index. */
export interface Purge {
  table: string;
  statement: (now: Date, max: number) => Statement;
}

function before(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** Receipts that still wait for their message stay. */
const SETTLED_RECEIPTS = ['APPLIED', 'LATE', 'EXPIRED'] as const;

export const PURGES: readonly Purge[] = [
  {
    table: 'incoming_message',
    statement: (now, max) => sql`
      DELETE FROM incoming_message WHERE unknown_since < ${before(now, KEPT_DAYS.unknownMessage)}
      ORDER BY unknown_since LIMIT ${max}`,
  },
  {
    table: 'webhook_delivery',
    statement: (now, max) => sql`
      DELETE FROM webhook_delivery WHERE at < ${before(now, KEPT_DAYS.webhookDelivery)} ORDER BY at LIMIT ${max}`,
  },
  {
    table: 'client_request',
    statement: (now, max) => sql`
      DELETE FROM client_request WHERE at < ${before(now, KEPT_DAYS.clientRequest)} ORDER BY at LIMIT ${max}`,
  },
  {
    table: 'call_report',
    statement: (now, max) => sql`
      DELETE FROM call_report WHERE settled_at < ${before(now, KEPT_DAYS.callReport)}
      ORDER BY settled_at LIMIT ${max}`,
  },
  ...SETTLED_RECEIPTS.map((outcome) => ({
    table: 'message_receipt',
    statement: (now: Date, max: number) => sql`
      DELETE FROM message_receipt
      WHERE outcome = ${outcome} AND received_at < ${before(now, KEPT_DAYS.messageReceipt)}
      ORDER BY received_at LIMIT ${max}`,
  })),
  {
    table: 'message_count',
    statement: (now, max) => sql`
      DELETE FROM message_count WHERE day < ${addDays(businessDay(now), -KEPT_DAYS.messageCount)}
      ORDER BY day LIMIT ${max}`,
  },
  {
    table: 'export_day',
    statement: (now, max) => sql`
      DELETE FROM export_day WHERE day < ${addDays(businessDay(now), -KEPT_DAYS.exportDay)} ORDER BY day LIMIT ${max}`,
  },
  {
    table: 'case_read',
    statement: (now, max) => sql`
      DELETE FROM case_read WHERE at < ${before(now, KEPT_DAYS.caseRead)} ORDER BY at LIMIT ${max}`,
  },
  {
    table: 'sheet_row',
    statement: (now, max) => sql`
      DELETE FROM sheet_row WHERE kept_at < ${before(now, KEPT_DAYS.sheetRow)} ORDER BY kept_at LIMIT ${max}`,
  },
  {
    table: 'inbox_item',
    statement: (now, max) => sql`
      DELETE FROM inbox_item WHERE told_at < ${before(now, KEPT_DAYS.inboxItem)} ORDER BY told_at LIMIT ${max}`,
  },
];

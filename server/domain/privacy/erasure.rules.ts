import type { FileKind } from '../../platform/files/sealed-files.js';

/** Ways from a row to its borrower, as a condition with the borrower's id for the question mark. */
const BY = {
  id: 'id = ?',
  borrower: 'borrower_id = ?',
  case: 'case_id IN (SELECT c.id FROM collection_case c WHERE c.borrower_id = ?)',
  caseOrContact: `(case_id IN (SELECT c.id FROM collection_case c WHERE c.borrower_id = ?)
    OR contact_id IN (SELECT t.id FROM contact t WHERE t.borrower_id = ?))`,
  call: 'call_id IN (SELECT p.id FROM phone_call p WHERE p.borrower_id = ?)',
  sample: `sample_id IN (SELECT s.id FROM quality_sample s JOIN phone_call p ON p.id = s.call_id
    WHERE p.borrower_id = ?)`,
  complaint: 'complaint_id IN (SELECT k.id FROM complaint k WHERE k.borrower_id = ?)',
} as const;

/** NOTHING: NULL. BLANK: an empty text. SEALED: an empty text under the present key. RANDOM: a hash of nothing. DASH: a name. */
type Emptied = 'NOTHING' | 'BLANK' | 'SEALED' | 'RANDOM' | 'DASH';

export interface ErasedTable {
  table: string;
  by: keyof typeof BY;
  /** Without columns the rows are deleted. */
  columns?: Readonly<Record<string, Emptied>>;
  /** People see the row's version, and a change raises it. */
  versioned?: true;
  /** Column that names a file which goes with it. */
  file?: { column: string; kind: FileKind };
}

const nothing = (...columns: string[]) =>
  Object.fromEntries(columns.map((each) => [each, 'NOTHING'] as const));
const phone = { phone_enc: 'SEALED', phone_hash: 'RANDOM', phone_mask: 'BLANK' } as const;

/** All that says who a borrower is, or what was said with him. Money, decisions and events stay, and name him by numbers alone. */
export const ERASED: readonly ErasedTable[] = [
  {
    ...{ table: 'borrower', by: 'id' },
    columns: {
      ...{ name: 'DASH', ...phone },
      ...nothing('home_phone_enc', 'home_phone_mask', 'identity_enc', 'identity_hash', 'identity_mask'),
      ...nothing('birth_date', 'municipality', 'state', 'marital_status', 'education', 'company_name'),
      ...nothing('occupation', 'residence_address_enc', 'residence_address_mask', 'company_address_enc'),
      ...nothing('company_address_mask', 'working_years', 'last_app_visit_at'),
    },
  },
  {
    ...{ table: 'collection_case', by: 'borrower', versioned: true },
    columns: { borrower_name: 'DASH', borrower_phone_mask: 'BLANK' },
  },
  { table: 'contact', by: 'borrower', columns: { name: 'DASH', ...phone } },
  {
    table: 'loan_item',
    by: 'borrower',
    columns: nothing('card_enc', 'card_mask', 'bank_name'),
    versioned: true,
  },
  { table: 'borrower_picture', by: 'borrower', file: { column: 'file', kind: 'pictures' } },
  { table: 'device_call', by: 'borrower' },
  { table: 'identity_answer', by: 'borrower' },
  { table: 'image_comment', by: 'case' },
  { table: 'case_draft', by: 'case' },
  { table: 'collection_log', by: 'borrower', columns: nothing('notes_enc', 'undo_doc') },
  { table: 'contact_hold', by: 'borrower', columns: nothing('note_enc') },
  { table: 'contact_override', by: 'borrower', columns: { reason_enc: 'SEALED' } },
  {
    ...{ table: 'leader_request', by: 'case', versioned: true },
    columns: nothing('note_enc', 'reason_enc'),
  },
  {
    ...{ table: 'message', by: 'borrower', versioned: true },
    columns: { phone_enc: 'SEALED', phone_mask: 'BLANK', text_enc: 'SEALED', reason_params: 'NOTHING' },
  },
  {
    ...{ table: 'incoming_message', by: 'caseOrContact' },
    columns: { ...phone, text_enc: 'SEALED' },
  },
  {
    ...{ table: 'phone_call', by: 'borrower', versioned: true },
    columns: {
      ...{ number_enc: 'SEALED', number_hash: 'RANDOM', number_mask: 'BLANK' },
      ...nothing('recording', 'recording_url'),
    },
    file: { column: 'recording', kind: 'recordings' },
  },
  { table: 'call_report', by: 'call', columns: { raw_enc: 'SEALED' } },
  { table: 'recording_note', by: 'call' },
  {
    ...{ table: 'quality_sample', by: 'call' },
    columns: nothing('answer_enc', 'closing_enc'),
  },
  { table: 'quality_score', by: 'sample', columns: { words_enc: 'SEALED' } },
  {
    ...{ table: 'repayment_code', by: 'case' },
    columns: nothing('reference_enc', 'reference_hash', 'reference_mask', 'barcode_enc'),
  },
  {
    ...{ table: 'complaint', by: 'borrower', versioned: true },
    columns: { ...phone, content_enc: 'SEALED', remarks_enc: 'NOTHING', penalty_reason: 'NOTHING' },
  },
  { table: 'complaint_step', by: 'complaint', columns: nothing('note_enc') },
  {
    ...{ table: 'complaint_attachment', by: 'complaint' },
    file: { column: 'file', kind: 'attachments' },
  },
  { table: 'privacy_block', by: 'borrower', columns: nothing('reason_enc'), versioned: true },
];

/** Tables with sealed columns that an erasure leaves as they are, and why. */
export const NOT_ERASED: Readonly<Record<string, string>> = {
  contact_stop: 'a number that nobody may call stays stopped, for whoever has it now',
  softphone: 'our own lines',
  announcement: 'about our own people',
  export_file: 'gone within a day',
  sheet_upload: 'about our own people',
  user: 'our own people',
  authenticator: 'our own people',
  login_key: 'keys',
  connection: 'providers',
  webhook: 'other systems',
};

const VALUE: Record<Emptied, string> = {
  NOTHING: 'NULL',
  BLANK: "''",
  SEALED: '?',
  RANDOM: 'RANDOM_BYTES(16)',
  DASH: "'—'",
};

/** @param sealed an empty text under the present key */
export function erasureOf(
  { table, by, columns, versioned }: ErasedTable,
  borrowerId: number,
  sealed: Buffer,
) {
  const where = BY[by];
  const ids = idsOf(by, borrowerId);
  if (!columns) return { text: `DELETE FROM \`${table}\` WHERE ${where}`, params: ids };
  const sets = Object.entries(columns).map(([column, value]) => `${column} = ${VALUE[value]}`);
  const seals = Object.values(columns).filter((value) => value === 'SEALED');
  const version = versioned ? ['version = version + 1'] : [];
  return {
    text: `UPDATE \`${table}\` SET ${[...sets, ...version].join(', ')} WHERE ${where}`,
    params: [...seals.map(() => sealed), ...ids],
  };
}

/** Reads a borrower's rows of the table. */
export function rowsOf({ table, by }: ErasedTable, borrowerId: number) {
  const params = idsOf(by, borrowerId);
  return { text: `SELECT * FROM \`${table}\` WHERE ${BY[by]}`, params };
}

/** Reads the names of the files that go; null for a table without any. */
export function filesOf(part: ErasedTable, borrowerId: number) {
  const { table, by, file } = part;
  if (!file) return null;
  const params = idsOf(by, borrowerId);
  const text = `SELECT ${file.column} AS name FROM \`${table}\` WHERE ${file.column} IS NOT NULL AND ${BY[by]}`;
  return { kind: file.kind, statement: { text, params } };
}

/** The borrower's id for each question mark of the way. */
const idsOf = (by: keyof typeof BY, borrowerId: number) => [...BY[by].matchAll(/\?/g)].map(() => borrowerId);

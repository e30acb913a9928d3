/** A column of ciphertext, and the blind index that is made of the same text. */
interface SealedColumn {
  sealed: string;
  index?: string;
}

export interface SealedTable {
  table: string;
  /** The primary key. */
  key: readonly string[];
  columns: readonly SealedColumn[];
}

const table = (name: string, ...columns: (string | SealedColumn)[]): SealedTable => ({
  table: name,
  key: ['id'],
  columns: columns.map((column) => (typeof column === 'string' ? { sealed: column } : column)),
});

/** Every column of the database that holds what the vault sealed. A test compares it with the tables. */
export const SEALED_TABLES: readonly SealedTable[] = [
  // Before the contacts: a held number stays held, whichever of its indexes a contact has meanwhile.
  table('complaint', { sealed: 'phone_enc', index: 'phone_hash' }, 'content_enc', 'remarks_enc'),
  table('complaint_step', 'note_enc'),
  table(
    'borrower',
    { sealed: 'phone_enc', index: 'phone_hash' },
    { sealed: 'identity_enc', index: 'identity_hash' },
    'home_phone_enc',
    'residence_address_enc',
    'company_address_enc',
  ),
  // And a number that is stopped, likewise.
  table('contact_stop', 'reason_enc', 'lift_reason_enc', 'evidence_enc', 'phone_enc'),
  table('contact', { sealed: 'phone_enc', index: 'phone_hash' }),
  table('loan_item', 'card_enc'),
  table('collection_log', 'notes_enc'),
  table('softphone', 'password_enc'),
  table('contact_hold', 'note_enc'),
  table('contact_override', 'reason_enc'),
  table('message', 'phone_enc', 'text_enc'),
  table('incoming_message', { sealed: 'phone_enc', index: 'phone_hash' }, 'text_enc'),
  table('phone_call', { sealed: 'number_enc', index: 'number_hash' }),
  table('call_report', 'raw_enc'),
  table('recording_note', 'text_enc'),
  table('quality_sample', 'answer_enc', 'closing_enc'),
  { ...table('quality_score', 'words_enc'), key: ['sample_id', 'inspector_id'] },
  table('announcement', 'id_no_enc'),
  table('repayment_code', { sealed: 'reference_enc', index: 'reference_hash' }, 'barcode_enc'),
  table('leader_request', 'reason_enc', 'note_enc'),
  table('image_comment', 'comment_enc'),
  table('export_file', 'question_enc'),
  table('sheet_upload', 'file_enc'),
  table('connection', 'secret_enc'),
  table('webhook', 'secret_enc', 'former_secret_enc'),
  table('privacy_block', 'reason_enc', 'answer_enc'),
  table('user', { sealed: 'id_card_enc', index: 'id_card_hash' }),
  { ...table('authenticator', 'secret_enc', 'next_secret_enc'), key: ['user_id'] },
  { ...table('case_draft', 'draft_enc'), key: ['user_id', 'case_id'] },
  { ...table('login_key', 'private_key'), key: ['key_id'] },
];

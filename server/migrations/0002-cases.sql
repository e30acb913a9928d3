-- The portfolio and the work on it. Amounts are integer centavos; *_enc is AES-256-GCM, *_hash the HMAC it is searched
-- by, *_mask what most readers get without any decryption.

CREATE TABLE borrower (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  external_id VARCHAR(40) NOT NULL,
  name VARCHAR(120) NOT NULL,
  phone_enc VARBINARY(96) NOT NULL,
  phone_hash BINARY(16) NOT NULL,
  phone_mask VARCHAR(24) NOT NULL,
  home_phone_enc VARBINARY(96) NULL,
  home_phone_mask VARCHAR(24) NULL,
  identity_enc VARBINARY(96) NULL,
  identity_hash BINARY(16) NULL,
  identity_mask VARCHAR(24) NULL,
  birth_date DATE NULL,
  municipality VARCHAR(80) NULL,
  state VARCHAR(40) NULL,
  marital_status VARCHAR(24) NULL,
  education VARCHAR(40) NULL,
  company_name VARCHAR(120) NULL,
  occupation VARCHAR(80) NULL,
  UNIQUE KEY borrower_external (institution_id, external_id),
  KEY borrower_phone (phone_hash),
  KEY borrower_identity (identity_hash)
);

CREATE TABLE contact (
  id BIGINT NOT NULL PRIMARY KEY,
  borrower_id BIGINT NOT NULL,
  name VARCHAR(120) NOT NULL,
  phone_enc VARBINARY(96) NOT NULL,
  phone_hash BINARY(16) NOT NULL,
  phone_mask VARCHAR(24) NOT NULL,
  relation CHAR(3) NOT NULL,
  emergency TINYINT NOT NULL DEFAULT 0,
  last_call_result VARCHAR(8) NULL,
  unreached_on DATE NULL,
  blocked VARCHAR(16) NULL,
  UNIQUE KEY contact_number (borrower_id, phone_hash)
);

CREATE TABLE loan_item (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  borrower_id BIGINT NOT NULL,
  external_id VARCHAR(40) NOT NULL UNIQUE,
  loan_external_id VARCHAR(40) NOT NULL,
  app_name VARCHAR(60) NOT NULL,
  product_category VARCHAR(60) NOT NULL,
  platform VARCHAR(8) NOT NULL,
  reloan TINYINT NOT NULL,
  loan_status TINYINT NOT NULL,
  disbursed_at DATETIME(3) NOT NULL,
  contract_amount BIGINT NOT NULL,
  bank_name VARCHAR(60) NULL,
  card_enc VARBINARY(96) NULL,
  card_mask VARCHAR(24) NULL,
  version INT NOT NULL DEFAULT 1,
  KEY loan_item_borrower (borrower_id),
  KEY loan_item_loan (loan_external_id)
);

CREATE TABLE plan_row (
  loan_item_id BIGINT NOT NULL,
  period SMALLINT NOT NULL,
  due_date DATE NOT NULL,
  principal BIGINT NOT NULL,
  interest BIGINT NOT NULL,
  penalty BIGINT NOT NULL,
  iva BIGINT NOT NULL,
  paid BIGINT NOT NULL DEFAULT 0,
  paid_at DATETIME(3) NULL,
  PRIMARY KEY (loan_item_id, period)
);

-- What the calls name a task. The borrower's name and mask are repeated here so that a page of the list is one index.
CREATE TABLE collection_case (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  queue_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  owner_id BIGINT NULL,
  borrower_id BIGINT NOT NULL,
  loan_item_id BIGINT NOT NULL,
  loan_no VARCHAR(40) NOT NULL,
  borrower_name VARCHAR(120) NOT NULL,
  borrower_phone_mask VARCHAR(24) NOT NULL,
  kind VARCHAR(16) NOT NULL DEFAULT 'STANDARD',
  status VARCHAR(3) NOT NULL,
  -- VARCHAR: what a CHAR compares as depends on the session, and a generated column may not.
  is_open TINYINT AS (status IN ('C00', 'C01', 'C10', 'C20')) STORED,
  open_loan_item_id BIGINT AS (
    IF(status IN ('C00', 'C01', 'C10', 'C20', 'C40'), loan_item_id, NULL)
  ) STORED,
  due_date DATE NOT NULL,
  amount_due BIGINT NOT NULL,
  accrued_on DATE NULL,
  opened_at DATETIME(3) NOT NULL,
  assigned_at DATETIME(3) NULL,
  previous_owner_id BIGINT NULL,
  moved_at DATETIME(3) NULL,
  last_call_result VARCHAR(8) NULL,
  last_call_at DATETIME(3) NULL,
  last_call_by BIGINT NULL,
  next_follow_up_at DATETIME(3) NULL,
  promise_id BIGINT NULL,
  promise_amount BIGINT NULL,
  promise_due DATE NULL,
  willingness VARCHAR(8) NULL,
  hold_until DATETIME(3) NULL,
  settled_at DATETIME(3) NULL,
  settled_by BIGINT NULL,
  previous_case_id BIGINT NULL,
  reopened TINYINT NOT NULL DEFAULT 0,
  last_opened_at DATETIME(3) NULL,
  version INT NOT NULL DEFAULT 1,
  UNIQUE KEY case_one_open (open_loan_item_id),
  KEY case_owner (owner_id, is_open, due_date, id),
  KEY case_owner_status (owner_id, status, due_date, id),
  KEY case_group (group_id, is_open, due_date, id),
  KEY case_group_status (group_id, status, due_date, id),
  KEY case_institution (institution_id, is_open, due_date, id),
  KEY case_institution_status (institution_id, status, due_date, id),
  KEY case_institution_amount (institution_id, is_open, amount_due, id),
  KEY case_institution_name (institution_id, borrower_name, id),
  KEY case_borrower (borrower_id),
  KEY case_loan_item (loan_item_id),
  KEY case_loan_no (loan_no),
  KEY case_queue (queue_id, status, id)
);

CREATE TABLE collection_log (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  borrower_id BIGINT NOT NULL,
  collector_id BIGINT NULL,
  contact_id BIGINT NULL,
  type CHAR(2) NOT NULL,
  call_status VARCHAR(16) NULL,
  result_group VARCHAR(8) NOT NULL,
  result VARCHAR(8) NOT NULL,
  collection_result CHAR(4) NULL,
  notes_enc VARBINARY(4200) NULL,
  next_follow_up_at DATETIME(3) NULL,
  at DATETIME(3) NOT NULL,
  KEY collection_log_case (case_id, id)
);

CREATE TABLE promise (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  collector_id BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  due_date DATE NOT NULL,
  deadline_at DATETIME(3) NOT NULL,
  status VARCHAR(12) NOT NULL,
  paid BIGINT NOT NULL DEFAULT 0,
  reschedules TINYINT NOT NULL DEFAULT 0,
  created_at DATETIME(3) NOT NULL,
  settled_at DATETIME(3) NULL,
  version INT NOT NULL DEFAULT 1,
  KEY promise_case (case_id, id),
  KEY promise_deadline (status, deadline_at)
);

CREATE TABLE payment (
  id BIGINT NOT NULL PRIMARY KEY,
  provider_reference VARCHAR(64) NOT NULL UNIQUE,
  type VARCHAR(10) NOT NULL,
  original_id BIGINT NULL,
  reversed_amount BIGINT NOT NULL DEFAULT 0,
  loan_item_id BIGINT NOT NULL,
  case_id BIGINT NULL,
  amount BIGINT NOT NULL,
  channel VARCHAR(8) NOT NULL,
  log_type TINYINT NOT NULL DEFAULT 1,
  credited_to BIGINT NULL,
  value_at DATETIME(3) NOT NULL,
  posted_at DATETIME(3) NOT NULL,
  -- What was due on the loan item just before.
  due_before BIGINT NOT NULL,
  -- How it was spread over the plan: [[period, centavos]]; a reversal takes back by it.
  spread TEXT NOT NULL,
  KEY payment_case (case_id, id),
  KEY payment_loan_item (loan_item_id, id),
  KEY payment_credit (credited_to, posted_at)
);

CREATE TABLE refund (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  payment_id BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  status VARCHAR(12) NOT NULL,
  opened_at DATETIME(3) NOT NULL,
  KEY refund_case (case_id)
);

-- One effect and one answer for a repeated submission.
CREATE TABLE client_request (
  user_id BIGINT NOT NULL,
  client_request_id VARCHAR(64) NOT NULL,
  answer TEXT NOT NULL,
  at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, client_request_id),
  KEY client_request_at (at)
);

CREATE TABLE import_run (
  id BIGINT NOT NULL PRIMARY KEY,
  kind VARCHAR(12) NOT NULL,
  file_name VARCHAR(200) NOT NULL,
  file_hash BINARY(32) NOT NULL,
  status VARCHAR(12) NOT NULL,
  rows_read INT NOT NULL DEFAULT 0,
  rows_kept INT NOT NULL DEFAULT 0,
  rows_unchanged INT NOT NULL DEFAULT 0,
  rows_refused INT NOT NULL DEFAULT 0,
  device_contacts_dropped INT NOT NULL DEFAULT 0,
  started_by BIGINT NULL,
  started_at DATETIME(3) NOT NULL,
  finished_at DATETIME(3) NULL
);

CREATE TABLE import_error (
  import_id BIGINT NOT NULL,
  line INT NOT NULL,
  field VARCHAR(40) NOT NULL,
  reason VARCHAR(200) NOT NULL,
  PRIMARY KEY (import_id, line, field)
);

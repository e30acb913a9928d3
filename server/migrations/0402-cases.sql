-- The portfolio and the work on it. Amounts are integer centavos; *_enc is AES-256-GCM, *_hash the HMAC it is searched by,
-- *_mask the text for readers without the right to see the value.

CREATE TABLE borrower (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  external_id VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
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
  -- Further facts of a case page. Addresses are sealed, with a mask beside them.
  residence_address_enc VARBINARY(900) NULL,
  residence_address_mask VARCHAR(40) NULL,
  company_address_enc VARBINARY(900) NULL,
  company_address_mask VARCHAR(40) NULL,
  working_years TINYINT UNSIGNED NULL,
  -- When the borrower last opened the lender's app, as its platform told.
  last_app_visit_at DATETIME(3) NULL,
  UNIQUE KEY borrower_external (institution_id, external_id),
  KEY borrower_identity (identity_hash),
  KEY borrower_phone (phone_hash)
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
  -- Relations say who somebody is to the borrower, not whether he signed for the loan.
  guarantor TINYINT NOT NULL DEFAULT 0,
  UNIQUE KEY contact_number (borrower_id, phone_hash),
  -- Finds the holders of a number that a complaint holds while nothing may be claimed.
  KEY contact_phone (phone_hash)
);

CREATE TABLE loan_item (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  borrower_id BIGINT NOT NULL,
  external_id VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
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
  -- A long-aging case holds all overdue loan items of one borrower. It is opened on one of them, which leads; the others name
  -- the leading one, so that what asks for the case of an item needs no table in between.
  lead_item_id BIGINT NULL,
  -- Where its next case opens.
  queue_id BIGINT NULL,
  -- The day from which the whole balance is claimed.
  accelerated_on DATE NULL,
  -- When the borrower last opened a payment page of the loan, as the rails told.
  last_page_visit_at DATETIME(3) NULL,
  UNIQUE KEY external_id (external_id),
  -- The distinct apps of an institution are read from this index alone.
  KEY loan_item_app (institution_id, platform, app_name),
  KEY loan_item_borrower (borrower_id),
  KEY loan_item_lead (lead_item_id),
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
  -- 1: the row is in the amount of its loan's case.
  claimed TINYINT NOT NULL DEFAULT 0,
  -- A case claims what is due: the rows of the plan whose day has come, or all of them once the loan was accelerated.
  falls_due_on DATE AS (IF(claimed = 0 AND paid < principal + interest + penalty + iva, due_date, NULL)) STORED,
  PRIMARY KEY (loan_item_id, period),
  KEY plan_row_falls_due (falls_due_on, loan_item_id)
);

-- The calls name it a task. The borrower's name and mask are repeated here so that a page of the list is one index.
CREATE TABLE collection_case (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  queue_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  owner_id BIGINT NULL,
  borrower_id BIGINT NOT NULL,
  loan_item_id BIGINT NOT NULL,
  loan_no VARCHAR(40) NOT NULL,
  -- The loan item's, repeated here as the borrower's name is.
  app_name VARCHAR(60) NOT NULL DEFAULT '',
  borrower_name VARCHAR(120) NOT NULL,
  borrower_phone_mask VARCHAR(24) NOT NULL,
  kind VARCHAR(16) NOT NULL DEFAULT 'STANDARD',
  status VARCHAR(3) NOT NULL,
  -- VARCHAR: what a CHAR compares as depends on the session, and a generated column may not.
  is_open TINYINT AS (status IN ('C00', 'C01', 'C10', 'C20')) STORED,
  open_loan_item_id BIGINT AS (IF(status IN ('C00', 'C01', 'C10', 'C20', 'C40'), loan_item_id, NULL)) STORED,
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
  -- When the last promise was broken; over as soon as somebody has spoken to the borrower again.
  promise_broken_at DATETIME(3) NULL,
  willingness VARCHAR(8) NULL,
  hold_until DATETIME(3) NULL,
  settled_at DATETIME(3) NULL,
  settled_by BIGINT NULL,
  previous_case_id BIGINT NULL,
  reopened TINYINT NOT NULL DEFAULT 0,
  last_opened_at DATETIME(3) NULL,
  version INT NOT NULL DEFAULT 1,
  -- When a case next wants its collector: the follow-up, or the day a promise falls due (00:00 in Mexico City, which has been
  -- UTC-6 all year since October 2022). `due=now` of the list is one range on it.
  action_at DATETIME(3) AS (IF( promise_due IS NULL, next_follow_up_at, IF( next_follow_up_at IS NULL OR next_follow_up_at > promise_due + INTERVAL 6 HOUR, promise_due + INTERVAL 6 HOUR, next_follow_up_at ) )) STORED,
  -- For `contactable=now` of the list: the borrower's zone (its place in the guard's table) and from when on attempts and
  -- holds leave the borrower free. Kept for open cases by the guard; the act itself is judged by the receipts.
  contact_zone TINYINT NOT NULL DEFAULT 0,
  contact_from DATETIME(3) NOT NULL DEFAULT '2000-01-01 00:00:00.000',
  -- The borrower's long-aging case in which this one ended.
  merged_into BIGINT NULL,
  KEY case_borrower (borrower_id),
  KEY case_group (group_id, is_open, due_date, id),
  KEY case_group_action (group_id, is_open, action_at, id, promise_due),
  KEY case_group_contact (group_id, is_open, contact_zone, contact_from, id),
  KEY case_group_name (group_id, is_open, borrower_name, id, status),
  KEY case_group_status (group_id, status, due_date, id),
  KEY case_institution (institution_id, is_open, due_date, id),
  KEY case_institution_action (institution_id, is_open, action_at, id, promise_due),
  KEY case_institution_amount (institution_id, is_open, amount_due, id),
  KEY case_institution_app (institution_id, app_name, is_open, due_date, id),
  KEY case_institution_contact (institution_id, is_open, contact_zone, contact_from, id),
  KEY case_institution_kind (institution_id, kind, is_open, due_date, id),
  -- A name is looked for among the open cases, or the closed ones, and a leader's search needs no other groups' names.
  KEY case_institution_name (institution_id, is_open, borrower_name, id, status),
  KEY case_institution_status (institution_id, status, due_date, id),
  KEY case_loan_item (loan_item_id),
  KEY case_loan_no (loan_no),
  UNIQUE KEY case_one_open (open_loan_item_id),
  KEY case_owner (owner_id, is_open, due_date, id),
  KEY case_owner_action (owner_id, is_open, action_at, id, promise_due),
  -- Order and filters of a collector's list.
  KEY case_owner_priority (owner_id, is_open, status, next_follow_up_at, promise_due, promise_broken_at, amount_due, due_date, last_call_at, last_call_result, hold_until, id),
  KEY case_owner_status (owner_id, status, due_date, id),
  KEY case_queue (queue_id, status, id),
  -- With the kind and the due date, so that a queue's cases are counted by stratum from the index alone.
  KEY case_queue_open (queue_id, is_open, owner_id, opened_at, assigned_at, amount_due, due_date, kind)
);

-- How many cases an institution or a group has in each state, and how many open ones have promised for each day. The triggers
-- note every change in the transaction that makes it, the relay adds it up: docs/decisions/0019-kept-counts.md.
CREATE TABLE case_count (
  scope VARCHAR(11) NOT NULL,
  scope_id BIGINT NOT NULL,
  -- A state, or the day of a promise.
  bucket VARCHAR(10) NOT NULL,
  n BIGINT NOT NULL,
  PRIMARY KEY (scope, scope_id, bucket),
  KEY case_count_empty (n)
);

CREATE TABLE case_count_change (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  bucket VARCHAR(10) NOT NULL,
  n INT NOT NULL
);

-- Cases that claim by the older rule, the whole plan, until they are restated.
CREATE TABLE case_to_restate (
  case_id BIGINT NOT NULL PRIMARY KEY
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
  -- State before a record, so that its author can take it back for a few minutes; and when that was done.
  undo_doc VARCHAR(1000) NULL,
  undone_at DATETIME(3) NULL,
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
  -- On a promise's day the borrower is reminded, where the queue names a text for it, and the card debited, where the product
  -- allows it.
  reminded_at DATETIME(3) NULL,
  KEY promise_case (case_id, id),
  -- A collector's promises that ended on a day: the kept rate on the board.
  KEY promise_collector (collector_id, status, settled_at),
  KEY promise_deadline (status, deadline_at),
  -- The lists of promises: what ended since a moment.
  KEY promise_ended (status, settled_at)
);

-- A collector's record that asks for a hold, or for closing as fraud. Its id is the record's.
CREATE TABLE leader_request (
  id BIGINT NOT NULL PRIMARY KEY,
  kind VARCHAR(8) NOT NULL,
  case_id BIGINT NOT NULL,
  requested_by BIGINT NOT NULL,
  opened_at DATETIME(3) NOT NULL,
  -- The record that a request came with; its note is shown.
  note_enc VARBINARY(1300) NULL,
  -- OPEN, GRANTED, REFUSED
  status VARCHAR(8) NOT NULL DEFAULT 'OPEN',
  reason_enc VARBINARY(1300) NULL,
  decided_by BIGINT NULL,
  decided_at DATETIME(3) NULL,
  version INT NOT NULL DEFAULT 1,
  -- The wish after a refusal: a later promise, or rules of the contact policy to be set aside.
  promise_amount BIGINT NULL,
  promise_date DATE NULL,
  -- By commas.
  rules VARCHAR(200) NULL,
  KEY leader_request_case (case_id, status),
  KEY leader_request_status (status)
);

-- Notes are personal data: the whole draft is sealed.
CREATE TABLE case_draft (
  user_id BIGINT NOT NULL,
  case_id BIGINT NOT NULL,
  version INT NOT NULL,
  draft_enc VARBINARY(8000) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, case_id),
  KEY case_draft_case (case_id)
);

-- Append-only: the highest version of an institution is in force; without a row the defaults are.
CREATE TABLE priority_weights (
  institution_id BIGINT NOT NULL,
  version INT NOT NULL,
  weights TEXT NOT NULL,
  changed_by BIGINT NULL,
  changed_at DATETIME(3) NOT NULL,
  PRIMARY KEY (institution_id, version)
);

-- `file` names a sealed file of the kind "pictures".
CREATE TABLE borrower_picture (
  borrower_id BIGINT NOT NULL,
  kind VARCHAR(12) NOT NULL,
  file VARCHAR(128) NOT NULL,
  taken_at DATETIME(3) NULL,
  PRIMARY KEY (borrower_id, kind),
  -- A picture's file is deleted when no row names it any more: the demo's first pictures share files.
  KEY borrower_picture_file (file)
);

-- kind is NULL for a comment on the identity document as a whole.
CREATE TABLE image_comment (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  kind VARCHAR(12) NULL,
  comment_enc VARBINARY(2200) NOT NULL,
  author_id BIGINT NOT NULL,
  at DATETIME(3) NOT NULL,
  KEY image_comment_case (case_id, id)
);

CREATE TABLE identity_answer (
  borrower_id BIGINT NOT NULL PRIMARY KEY,
  provider VARCHAR(40) NOT NULL,
  reference VARCHAR(64) NOT NULL,
  checked_at DATETIME(3) NOT NULL,
  identity_match TINYINT NULL,
  phone_match TINYINT NULL,
  face_similarity DECIMAL(5,4) NULL,
  credit_score SMALLINT NULL,
  risk_level VARCHAR(8) NULL,
  recent_lenders SMALLINT NULL,
  overdue_elsewhere TINYINT NULL
);

-- The calls of a borrower's device, kept by the policy "deviceData" alone; whose number it was is an R12 contact.
CREATE TABLE device_call (
  borrower_id BIGINT NOT NULL,
  phone_hash BINARY(16) NOT NULL,
  at DATETIME(3) NOT NULL,
  type TINYINT NOT NULL,
  PRIMARY KEY (borrower_id, phone_hash, at)
);

-- Reveals of a number, with their purpose; the limit of an hour is counted here.
CREATE TABLE phone_reveal (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL,
  case_id BIGINT NOT NULL,
  -- NULL: the borrower's own number.
  contact_id BIGINT NULL,
  purpose VARCHAR(12) NOT NULL,
  at DATETIME(3) NOT NULL,
  KEY phone_reveal_case (case_id, id),
  KEY phone_reveal_user (user_id, at)
);

-- Guarantors may be contacted: one person asks for the mark, another one confirms it, and either act is kept.
CREATE TABLE guarantor_mark (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  contact_id BIGINT NOT NULL,
  -- The case on which it was asked for.
  case_id BIGINT NOT NULL,
  requested_by BIGINT NOT NULL,
  requested_at DATETIME(3) NOT NULL,
  confirmed_by BIGINT NULL,
  confirmed_at DATETIME(3) NULL,
  -- Refused or taken back before it was confirmed, else taken away.
  ended_by BIGINT NULL,
  ended_at DATETIME(3) NULL,
  live_contact_id BIGINT AS (IF(ended_at IS NULL, contact_id, NULL)) STORED,
  KEY guarantor_mark_contact (contact_id),
  UNIQUE KEY guarantor_mark_live (live_contact_id)
);

CREATE TABLE import_run (
  id BIGINT NOT NULL PRIMARY KEY,
  kind VARCHAR(12) NOT NULL,
  file_name VARCHAR(200) NOT NULL,
  file_hash BINARY(32) NOT NULL,
  status VARCHAR(12) NOT NULL,
  -- Why an import failed, as a key of contract/errors.ts; NULL while it did not.
  failure VARCHAR(40) NULL,
  rows_read INT NOT NULL DEFAULT 0,
  rows_kept INT NOT NULL DEFAULT 0,
  rows_unchanged INT NOT NULL DEFAULT 0,
  rows_refused INT NOT NULL DEFAULT 0,
  device_contacts_dropped INT NOT NULL DEFAULT 0,
  started_by BIGINT NULL,
  started_at DATETIME(3) NOT NULL,
  finished_at DATETIME(3) NULL,
  -- Somebody has stopped it: the server that reads it looks here.
  cancelled_at DATETIME(3) NULL,
  -- Long jobs, the newest first.
  KEY import_run_newest (started_at, id, started_by),
  KEY import_run_person (started_by, started_at)
);

CREATE TABLE import_error (
  import_id BIGINT NOT NULL,
  line INT NOT NULL,
  field VARCHAR(40) NOT NULL,
  reason VARCHAR(200) NOT NULL,
  PRIMARY KEY (import_id, line, field)
);

-- Cases bound or unbound in one go, so that it can be undone for a while.
CREATE TABLE binding (
  id BIGINT NOT NULL PRIMARY KEY,
  bound_by BIGINT NOT NULL,
  bound_at DATETIME(3) NOT NULL,
  undone_at DATETIME(3) NULL,
  KEY binding_age (bound_at)
);

CREATE TABLE binding_case (
  binding_id BIGINT NOT NULL,
  case_id BIGINT NOT NULL,
  -- The case's state before, and its version after: one that has changed since is not taken back.
  owner_id BIGINT NULL,
  group_id BIGINT NULL,
  version INT NOT NULL,
  PRIMARY KEY (binding_id, case_id)
);

CREATE TRIGGER case_counted_new AFTER INSERT ON collection_case FOR EACH ROW
  INSERT INTO case_count_change (institution_id, group_id, bucket, n) VALUES
    (NEW.institution_id, NEW.group_id, NEW.status, 1),
    (NEW.institution_id, NEW.group_id, IF(NEW.is_open, IFNULL(NEW.promise_due, ''), ''), 1);

CREATE TRIGGER case_counted_status AFTER UPDATE ON collection_case FOR EACH ROW
  IF NOT (OLD.institution_id = NEW.institution_id AND OLD.group_id <=> NEW.group_id AND OLD.status = NEW.status) THEN
    INSERT INTO case_count_change (institution_id, group_id, bucket, n) VALUES
      (OLD.institution_id, OLD.group_id, OLD.status, -1), (NEW.institution_id, NEW.group_id, NEW.status, 1); END IF;

CREATE TRIGGER case_counted_promise AFTER UPDATE ON collection_case FOR EACH ROW
  IF NOT (OLD.promise_due IS NULL AND NEW.promise_due IS NULL)
    AND NOT (OLD.institution_id = NEW.institution_id AND OLD.group_id <=> NEW.group_id AND OLD.is_open = NEW.is_open
    AND OLD.promise_due <=> NEW.promise_due) THEN
    INSERT INTO case_count_change (institution_id, group_id, bucket, n) VALUES
      (OLD.institution_id, OLD.group_id, IF(OLD.is_open, IFNULL(OLD.promise_due, ''), ''), -1),
      (NEW.institution_id, NEW.group_id, IF(NEW.is_open, IFNULL(NEW.promise_due, ''), ''), 1); END IF;

CREATE TRIGGER case_counted_gone AFTER DELETE ON collection_case FOR EACH ROW
  INSERT INTO case_count_change (institution_id, group_id, bucket, n) VALUES
    (OLD.institution_id, OLD.group_id, OLD.status, -1),
    (OLD.institution_id, OLD.group_id, IF(OLD.is_open, IFNULL(OLD.promise_due, ''), ''), -1);

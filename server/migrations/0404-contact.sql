-- Contact compliance, messages and calls: decisions, holds and stops, limits with their counters, and providers' reports.

-- Every act and every refused act with its decision. A borrower's last eight days are one range of contact_receipt_counted.
CREATE TABLE contact_receipt (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  borrower_id BIGINT NOT NULL,
  contact_id BIGINT NULL,
  -- CALL, SMS, WHATSAPP, IVR
  channel VARCHAR(8) NOT NULL,
  -- ACT: asked before it happened. MANUAL: recorded after it did. INCOMING: the borrower's own.
  kind VARCHAR(8) NOT NULL,
  -- ATTEMPT, MESSAGE: whose slot it takes.
  slot VARCHAR(8) NOT NULL,
  allowed TINYINT NOT NULL,
  -- It takes a slot: it was allowed, is not the borrower's own and was not given back.
  counted TINYINT NOT NULL,
  conversation_at DATETIME(3) NULL,
  -- Why its slot was given back.
  released VARCHAR(24) NULL,
  -- For a replay of decisions: until when its contact was counted, and for when a call back was agreed on. Older receipts have
  -- neither.
  released_at DATETIME(3) NULL,
  actor_id BIGINT NULL,
  policy_version INT NOT NULL,
  override_id BIGINT NULL,
  call_back_at DATETIME(3) NULL,
  decision TEXT NOT NULL,
  -- When the borrower may next be contacted, before this act and after it, and after a conversation.
  free_before DATETIME(3) NOT NULL,
  free_after DATETIME(3) NOT NULL,
  free_spoken DATETIME(3) NOT NULL,
  at DATETIME(3) NOT NULL,
  KEY contact_receipt_borrower (borrower_id, id),
  KEY contact_receipt_counted (borrower_id, counted, at, slot, conversation_at, contact_id, kind),
  -- Latest refusals of a borrower.
  KEY contact_receipt_refused (actor_id, allowed, at),
  KEY contact_receipt_time (at, kind, case_id, borrower_id)
);

-- A hold is lifted, never deleted; an opt-out is one of a person (contact_id) or of everybody, for one channel or all.
CREATE TABLE contact_hold (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  borrower_id BIGINT NOT NULL,
  contact_id BIGINT NULL,
  channel VARCHAR(8) NULL,
  kind VARCHAR(16) NOT NULL,
  -- The case on which it was placed.
  case_id BIGINT NULL,
  -- The case whose withdrawal or closing brought it along, and whose return lifts it.
  moved_case_id BIGINT NULL,
  note_enc VARBINARY(1200) NULL,
  placed_by BIGINT NULL,
  placed_at DATETIME(3) NOT NULL,
  until_at DATETIME(3) NULL,
  lifted_by BIGINT NULL,
  lifted_at DATETIME(3) NULL,
  -- The request that the hold came with: its decision lengthens or lifts it.
  request_id BIGINT NULL,
  complaint_id BIGINT NULL,
  KEY contact_hold_borrower (borrower_id, lifted_at),
  KEY contact_hold_complaint (complaint_id),
  KEY contact_hold_moved (moved_case_id)
);

CREATE TABLE contact_override (
  id BIGINT NOT NULL PRIMARY KEY,
  borrower_id BIGINT NOT NULL,
  case_id BIGINT NOT NULL,
  -- The rule's name.
  rule VARCHAR(24) NOT NULL,
  reason_enc VARBINARY(1200) NOT NULL,
  granted_by BIGINT NOT NULL,
  granted_at DATETIME(3) NOT NULL,
  until_at DATETIME(3) NOT NULL,
  -- The request by which a rule was set aside; null: a leader did it unasked.
  request_id BIGINT NULL,
  KEY contact_override_borrower (borrower_id, until_at)
);

-- Every claim of a contact holds this row shared, a stop and a complaint's hold hold it alone: what is claimed after their
-- commit has read them.
CREATE TABLE contact_gate (
  id TINYINT NOT NULL PRIMARY KEY
);

CREATE TABLE contact_stop (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  kind VARCHAR(12) NOT NULL,
  subject_id BIGINT NOT NULL,
  -- The subject's, and of who stopped it: it is lifted by somebody who sees as much.
  institution_id BIGINT NOT NULL,
  by_institution_id BIGINT NOT NULL,
  reason_enc VARBINARY(1400) NOT NULL,
  stopped_by BIGINT NOT NULL,
  stopped_at DATETIME(3) NOT NULL,
  lift_reason_enc VARBINARY(1400) NULL,
  lifted_by BIGINT NULL,
  lifted_at DATETIME(3) NULL,
  live TINYINT AS (IF(lifted_at IS NULL, 1, NULL)) STORED,
  UNIQUE KEY contact_stop_live (live, kind, subject_id),
  KEY contact_stop_since (institution_id, stopped_at, id)
);

-- Acts that were at a supplier when contact was stopped.
CREATE TABLE contact_stop_act (
  stop_id BIGINT NOT NULL,
  kind VARCHAR(8) NOT NULL,
  act_id BIGINT NOT NULL,
  PRIMARY KEY (stop_id, kind, act_id)
);

-- A number that must not be contacted, whoever has it: of a complaint without a case.
CREATE TABLE held_phone (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  phone_hash BINARY(16) NOT NULL,
  complaint_id BIGINT NOT NULL,
  placed_at DATETIME(3) NOT NULL,
  lifted_at DATETIME(3) NULL,
  KEY held_phone_complaint (complaint_id),
  KEY held_phone_number (phone_hash, lifted_at)
);

-- Versions of an institution's policy; the newest one is in force. An institution without one has the default, version 0.
CREATE TABLE guard_policy (
  institution_id BIGINT NOT NULL,
  version INT NOT NULL,
  document TEXT NOT NULL,
  note VARCHAR(200) NOT NULL,
  -- The version that this one brought back.
  reverts INT NULL,
  created_by BIGINT NOT NULL,
  created_at DATETIME(3) NOT NULL,
  PRIMARY KEY (institution_id, version)
);

-- A proposed policy, replayed over the decisions of the last 30 days by a job.
CREATE TABLE policy_lab (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  document TEXT NOT NULL,
  -- WAITING, RUNNING, DONE, CANCELLED (its person asked anew), FAILED
  status VARCHAR(9) NOT NULL,
  total INT NOT NULL DEFAULT 0,
  done INT NOT NULL DEFAULT 0,
  result MEDIUMTEXT NULL,
  asked_by BIGINT NOT NULL,
  asked_at DATETIME(3) NOT NULL,
  finished_at DATETIME(3) NULL,
  -- Those that a job has still to finish.
  unfinished TINYINT AS (IF(status IN ('WAITING', 'RUNNING'), 1, NULL)) STORED,
  KEY policy_lab_institution (institution_id, id),
  KEY policy_lab_newest (asked_at, id, asked_by),
  KEY policy_lab_unfinished (unfinished, asked_at)
);

CREATE TABLE message_template (
  id BIGINT NOT NULL PRIMARY KEY,
  -- NULL: every institution's.
  institution_id BIGINT NOT NULL,
  channel VARCHAR(8) NOT NULL,
  name VARCHAR(80) NOT NULL,
  enabled TINYINT NOT NULL DEFAULT 1,
  version INT NOT NULL DEFAULT 1,
  -- A template belongs to the institution whose people, and those of institutions below it, send it, in up to three languages.
  texts TEXT NOT NULL,
  updated_by BIGINT NULL,
  updated_at DATETIME(3) NOT NULL,
  KEY message_template_channel (channel, enabled, institution_id)
);

-- Versions; the newest of an institution, else of the nearest one above it, is in force, else the contract's defaults.
CREATE TABLE message_limit (
  institution_id BIGINT NOT NULL,
  version INT NOT NULL,
  account_per_day INT NOT NULL,
  case_per_day INT NOT NULL,
  gsm7_length INT NOT NULL,
  ucs2_length INT NOT NULL,
  segments INT NOT NULL,
  changed_by BIGINT NOT NULL,
  changed_at DATETIME(3) NOT NULL,
  PRIMARY KEY (institution_id, version)
);

-- Slots taken on a business day. A command locks the account's row, then the case's; a cancelled message gives both back.
CREATE TABLE message_count (
  -- ACCOUNT, CASE
  scope VARCHAR(8) NOT NULL,
  scope_id BIGINT NOT NULL,
  day DATE NOT NULL,
  used INT NOT NULL,
  PRIMARY KEY (scope, scope_id, day),
  -- The purge goes by the day; who reads a limit names account or case.
  KEY message_count_day (day)
);

-- The log shows the text that was sent, opened from its seal when somebody reads it.
CREATE TABLE message (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  borrower_id BIGINT NOT NULL,
  contact_id BIGINT NOT NULL,
  -- NULL: the system.
  sender_id BIGINT NULL,
  channel VARCHAR(8) NOT NULL,
  template_id BIGINT NOT NULL,
  -- The number as it was when the message was written: a repeated submission must be the same.
  phone_enc VARBINARY(96) NOT NULL,
  phone_mask VARCHAR(24) NOT NULL,
  text_enc VARBINARY(4200) NOT NULL,
  status VARCHAR(12) NOT NULL,
  -- From when on, by the time of day, it may be claimed: QUEUED at once, SUBMITTING when its worker is given up or its pause
  -- is over.
  due_at DATETIME(3) NOT NULL,
  attempts INT NOT NULL DEFAULT 0,
  -- Given up after this many; a person's retry adds to it.
  attempts_allowed INT NOT NULL,
  -- The guard's decision, whose slot is given back with ours.
  receipt_id BIGINT NULL,
  -- When the hours in which the guard allowed it end.
  allowed_until DATETIME(3) NULL,
  -- The day whose slots it took.
  slot_day DATE NOT NULL,
  provider_id VARCHAR(64) NULL,
  reason VARCHAR(16) NULL,
  reason_params VARCHAR(200) NULL,
  created_at DATETIME(3) NOT NULL,
  sent_at DATETIME(3) NULL,
  ended_at DATETIME(3) NULL,
  version INT NOT NULL DEFAULT 1,
  -- Amount that its text asks for; NULL when it names none, and before this was kept.
  asked_amount BIGINT NULL,
  -- The failed message that it was sent instead of.
  again_of BIGINT NULL,
  -- A queued message that waits for the end of a stop.
  stop_id BIGINT NULL,
  UNIQUE KEY message_again (again_of),
  KEY message_case (case_id, id),
  KEY message_due (status, due_at),
  KEY message_stop (stop_id, id)
);

-- Every receipt as it came. Unapplied ones wait a day for their message.
CREATE TABLE message_receipt (
  event_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
  idempotency_key VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  provider_id VARCHAR(64) NOT NULL,
  status VARCHAR(12) NOT NULL,
  at DATETIME(3) NOT NULL,
  received_at DATETIME(3) NOT NULL,
  -- APPLIED, LATE, WAITING, EXPIRED
  outcome VARCHAR(8) NOT NULL,
  KEY message_receipt_waiting (outcome, received_at)
);

-- *_at by the supplier's clock, but requested_at, asked_at and hangup_at, which are ours.
CREATE TABLE phone_call (
  id BIGINT NOT NULL PRIMARY KEY,
  -- OUT, IN
  direction VARCHAR(3) NOT NULL,
  -- REQUESTED, RINGING, ANSWERED, ENDED, FAILED
  state VARCHAR(10) NOT NULL,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  agent_id BIGINT NOT NULL,
  supplier VARCHAR(40) NOT NULL,
  extension_number VARCHAR(32) NOT NULL,
  supplier_call_id VARCHAR(64) NULL,
  case_id BIGINT NULL,
  borrower_id BIGINT NULL,
  contact_id BIGINT NULL,
  number_enc VARBINARY(96) NULL,
  -- The called number's hash, so that calls are found by it. Older calls have their contact's.
  number_hash BINARY(16) NULL,
  number_mask VARCHAR(24) NOT NULL,
  receipt_id BIGINT NULL,
  requested_at DATETIME(3) NOT NULL,
  asked_at DATETIME(3) NULL,
  ringing_at DATETIME(3) NULL,
  answered_at DATETIME(3) NULL,
  ended_at DATETIME(3) NULL,
  hangup_at DATETIME(3) NULL,
  hangup_reason VARCHAR(16) NULL,
  reason VARCHAR(16) NULL,
  hung_up_by VARCHAR(8) NULL,
  -- Source of its end: US, FAILED, ENDED; a later one of these overrides an earlier one.
  closed_by VARCHAR(8) NULL,
  recording_url VARCHAR(500) NULL,
  -- The sealed file's name.
  recording VARCHAR(64) NULL,
  version INT NOT NULL DEFAULT 1,
  -- A collector makes one call at a time.
  dialling_agent_id BIGINT AS (IF(direction = 'OUT' AND state IN ('REQUESTED', 'RINGING', 'ANSWERED'), agent_id, NULL)) STORED,
  is_live TINYINT AS (IF(state IN ('REQUESTED', 'RINGING', 'ANSWERED'), 1, NULL)) STORED,
  unpulled TINYINT AS (IF(recording_url IS NOT NULL AND recording IS NULL, 1, NULL)) STORED,
  KEY phone_call_agent (agent_id, requested_at, id, institution_id, group_id),
  KEY phone_call_case (case_id, requested_at, id),
  UNIQUE KEY phone_call_dialling (dialling_agent_id),
  KEY phone_call_group (group_id, requested_at, id, institution_id),
  KEY phone_call_institution (institution_id, requested_at, id),
  KEY phone_call_live (is_live, requested_at),
  KEY phone_call_number (number_hash, requested_at, id, institution_id, group_id, agent_id),
  UNIQUE KEY phone_call_supplier (supplier, supplier_call_id),
  KEY phone_call_unpulled (unpulled, requested_at)
);

-- Each message of the supplier as it came, sealed, for it names who calls. It is stored before anything is done with it.
CREATE TABLE call_report (
  id BIGINT NOT NULL PRIMARY KEY,
  supplier VARCHAR(40) NOT NULL,
  event_id VARCHAR(64) NOT NULL,
  supplier_call_id VARCHAR(64) NOT NULL,
  -- By our own key, when the supplier repeats it.
  call_id BIGINT NULL,
  type VARCHAR(12) NOT NULL,
  at DATETIME(3) NOT NULL,
  raw_enc BLOB NOT NULL,
  received_at DATETIME(3) NOT NULL,
  settled_at DATETIME(3) NULL,
  -- APPLIED, or EXPIRED when its call never appeared.
  outcome VARCHAR(8) NULL,
  KEY call_report_call (supplier, supplier_call_id, settled_at),
  UNIQUE KEY call_report_event (supplier, event_id),
  KEY call_report_waiting (settled_at, received_at)
);

-- An extension has one owner, and a person one extension.
CREATE TABLE softphone (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  supplier VARCHAR(40) NOT NULL,
  extension_number VARCHAR(32) NOT NULL,
  password_enc VARBINARY(255) NOT NULL,
  owner_id BIGINT NULL,
  -- ENABLED, DISABLED
  status VARCHAR(16) NOT NULL DEFAULT 'ENABLED',
  bound_at DATETIME(3) NULL,
  unbound_at DATETIME(3) NULL,
  created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  version INT NOT NULL DEFAULT 1,
  provider VARCHAR(60) NULL,
  UNIQUE KEY owner_id (owner_id),
  UNIQUE KEY softphone_extension (supplier, extension_number),
  KEY softphone_institution (institution_id, status),
  KEY softphone_number (extension_number)
);

-- A softphone's owners over time. The row of the softphone names its owner; of all its bindings one at the most is open.
CREATE TABLE softphone_binding (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  softphone_id BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  bound_at DATETIME(3) NOT NULL,
  -- NULL: from before it was kept.
  bound_by BIGINT NULL,
  unbound_at DATETIME(3) NULL,
  -- NULL: the system.
  unbound_by BIGINT NULL,
  open_softphone BIGINT AS (IF(unbound_at IS NULL, softphone_id, NULL)) STORED,
  KEY softphone_binding_of (softphone_id, bound_at),
  UNIQUE KEY softphone_binding_open (open_softphone),
  KEY softphone_binding_user (user_id, bound_at)
);

INSERT INTO contact_gate (id) VALUES (1);

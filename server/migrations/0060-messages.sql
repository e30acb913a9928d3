-- What is sent to borrowers: templates, limits with the counters they are held against, messages and their receipts.

CREATE TABLE message_template (
  id BIGINT NOT NULL PRIMARY KEY,
  -- NULL: every institution's.
  institution_id BIGINT NULL,
  channel VARCHAR(8) NOT NULL,
  name VARCHAR(80) NOT NULL,
  -- With {{placeholders}}.
  body VARCHAR(1000) NOT NULL,
  enabled TINYINT NOT NULL DEFAULT 1,
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
  PRIMARY KEY (scope, scope_id, day)
);

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
  text_mask VARCHAR(1000) NOT NULL,
  status VARCHAR(12) NOT NULL,
  -- From when on, by the time of day, it may be claimed: QUEUED at once, SUBMITTING when its worker is given up or its
  -- pause is over.
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
  KEY message_case (case_id, id),
  KEY message_due (status, due_at)
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

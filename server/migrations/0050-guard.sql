-- The contact guard: what may be done when, what was decided, and who asked not to be contacted.

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
  actor_id BIGINT NULL,
  policy_version INT NOT NULL,
  override_id BIGINT NULL,
  decision TEXT NOT NULL,
  -- When the borrower may next be contacted, before this act and after it, and after a conversation.
  free_before DATETIME(3) NOT NULL,
  free_after DATETIME(3) NOT NULL,
  free_spoken DATETIME(3) NOT NULL,
  at DATETIME(3) NOT NULL,
  KEY contact_receipt_counted (borrower_id, counted, at, slot, conversation_at, contact_id, kind),
  KEY contact_receipt_borrower (borrower_id, id)
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
  KEY contact_hold_borrower (borrower_id, lifted_at),
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
  KEY contact_override_borrower (borrower_id, until_at)
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

-- What came from a borrower's device (R11, R12): kept, and contacted, each only when one administrator asked for it and
-- another one approved.
CREATE TABLE device_approval (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  -- KEEP, CONTACT
  purpose VARCHAR(8) NOT NULL,
  requested_by BIGINT NOT NULL,
  requested_at DATETIME(3) NOT NULL,
  approved_by BIGINT NULL,
  approved_at DATETIME(3) NULL,
  ended_by BIGINT NULL,
  ended_at DATETIME(3) NULL,
  KEY device_approval_institution (institution_id, purpose, ended_at)
);

-- Relations say who somebody is to the borrower, not whether he signed for the loan.
ALTER TABLE contact ADD COLUMN guarantor TINYINT NOT NULL DEFAULT 0;

-- For `contactable=now` of the list: the borrower's zone (its place in the guard's table) and from when on attempts and
-- holds leave the borrower free. Kept for open cases by the guard; the act itself is judged by the receipts.
ALTER TABLE collection_case
  ADD COLUMN contact_zone TINYINT NOT NULL DEFAULT 0,
  ADD COLUMN contact_from DATETIME(3) NOT NULL DEFAULT '2000-01-01 00:00:00.000',
  ADD KEY case_group_contact (group_id, is_open, contact_zone, contact_from, id),
  ADD KEY case_institution_contact (institution_id, is_open, contact_zone, contact_from, id);

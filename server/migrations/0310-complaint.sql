CREATE TABLE complaint (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  -- The collector's team when it was opened; null for a number without a case.
  group_id BIGINT NULL,
  case_id BIGINT NULL,
  borrower_id BIGINT NULL,
  phone_enc VARBINARY(96) NOT NULL,
  phone_hash BINARY(16) NOT NULL,
  phone_mask VARCHAR(24) NOT NULL,
  type VARCHAR(16) NOT NULL,
  level TINYINT NOT NULL,
  status VARCHAR(16) NOT NULL,
  content_enc VARBINARY(4200) NOT NULL,
  user_quota BIGINT NULL,
  due_at DATETIME(3) NOT NULL,
  collector_id BIGINT NULL,
  handler_id BIGINT NULL,
  method VARCHAR(16) NULL,
  remarks_enc VARBINARY(4200) NULL,
  processed_at DATETIME(3) NULL,
  keeps_hold TINYINT NOT NULL DEFAULT 0,
  completed_by BIGINT NULL,
  completed_at DATETIME(3) NULL,
  penalty_amount BIGINT NULL,
  penalty_reason VARCHAR(500) NULL,
  fined_id BIGINT NULL,
  fined_by BIGINT NULL,
  fined_at DATETIME(3) NULL,
  transferred_by BIGINT NULL,
  transferred_at DATETIME(3) NULL,
  created_by BIGINT NOT NULL,
  created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  KEY complaint_state (institution_id, status, due_at, id),
  KEY complaint_due (institution_id, due_at, id),
  KEY complaint_created (institution_id, created_at, id),
  KEY complaint_updated (institution_id, updated_at, id),
  KEY complaint_group (group_id, status, due_at, id),
  KEY complaint_handler (handler_id, status, due_at, id),
  KEY complaint_phone (phone_hash),
  KEY complaint_case (case_id)
);

CREATE TABLE complaint_step (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  complaint_id BIGINT NOT NULL,
  act VARCHAR(16) NOT NULL,
  status_after VARCHAR(16) NOT NULL,
  note_enc VARBINARY(4200) NULL,
  by_id BIGINT NULL,
  at DATETIME(3) NOT NULL,
  KEY complaint_step_of (complaint_id, id)
);

CREATE TABLE complaint_attachment (
  id BIGINT NOT NULL PRIMARY KEY,
  complaint_id BIGINT NOT NULL,
  file VARCHAR(64) NOT NULL,
  name VARCHAR(120) NOT NULL,
  content_type VARCHAR(40) NOT NULL,
  size INT NOT NULL,
  added_by BIGINT NOT NULL,
  added_at DATETIME(3) NOT NULL,
  KEY complaint_attachment_of (complaint_id, id)
);

-- A number that must not be contacted, whoever has it: of a complaint without a case.
CREATE TABLE held_phone (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  phone_hash BINARY(16) NOT NULL,
  complaint_id BIGINT NOT NULL,
  placed_at DATETIME(3) NOT NULL,
  lifted_at DATETIME(3) NULL,
  KEY held_phone_number (phone_hash, lifted_at),
  KEY held_phone_complaint (complaint_id)
);

ALTER TABLE contact_hold ADD COLUMN complaint_id BIGINT NULL, ADD KEY contact_hold_complaint (complaint_id);

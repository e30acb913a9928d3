-- The event spine: the log, its outbox, the audit, and request ids.

-- Append-only. Ids are given at insert, not at commit, so nobody reads it by "id > last seen": the outbox says what is new.
CREATE TABLE domain_event (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(48) NOT NULL,
  subject_type VARCHAR(16) NOT NULL,
  subject_id BIGINT NOT NULL,
  case_id BIGINT NULL,
  actor_id BIGINT NULL,
  payload LONGTEXT NOT NULL,
  request_id VARCHAR(40) NULL,
  effective_at DATETIME(3) NOT NULL,
  recorded_at DATETIME(3) NOT NULL,
  -- A person's acts, the newest first.
  KEY domain_event_actor (actor_id, recorded_at, id),
  KEY domain_event_case (case_id, id),
  KEY domain_event_recorded (recorded_at, id),
  KEY domain_event_subject (subject_type, subject_id, id)
);

CREATE TABLE outbox (
  event_id BIGINT NOT NULL PRIMARY KEY
);

-- Which events tell of the configuration, and for whom they exist. Written with the event, and as append-only as it is.
CREATE TABLE audit_entry (
  event_id BIGINT NOT NULL PRIMARY KEY,
  -- 0: of no institution; seen by who administers all of them.
  institution_id BIGINT NOT NULL,
  actor_id BIGINT NULL,
  -- The noun of the event's name.
  kind VARCHAR(24) NOT NULL,
  subject_id BIGINT NOT NULL,
  recorded_at DATETIME(3) NOT NULL,
  KEY audit_entry_actor (actor_id, recorded_at, event_id),
  KEY audit_entry_institution (institution_id, recorded_at, event_id),
  KEY audit_entry_kind (kind, recorded_at, event_id, institution_id),
  KEY audit_entry_recorded (recorded_at, event_id, institution_id),
  KEY audit_entry_subject (kind, subject_id, recorded_at, event_id)
);

-- One effect and one answer for a repeated submission. 'complaint.transfer' has eighteen letters.
CREATE TABLE client_request (
  user_id BIGINT NOT NULL,
  client_request_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  -- The same request id in another command is another request. Rows of before name no command and answer any.
  command VARCHAR(32) NOT NULL DEFAULT '',
  -- SHA-256 of command and body: what a request id stands for. Rows from before have none and answer any.
  digest BINARY(32) NULL,
  answer TEXT NOT NULL,
  at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, client_request_id, command),
  KEY client_request_at (at)
);

CREATE TABLE id_block (
  name VARCHAR(32) NOT NULL PRIMARY KEY,
  next_id BIGINT NOT NULL
);

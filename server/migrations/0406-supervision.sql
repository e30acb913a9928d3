-- Conduct: behaviour records, anomalies, recordings, quality, complaints and announcements.

-- Acts of people, with their addresses. The browser's claims stand apart from what the server saw.
CREATE TABLE behaviour_record (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  type VARCHAR(16) NOT NULL,
  -- CLIENT: the browser told of it. SERVER: it happened here.
  source VARCHAR(6) NOT NULL,
  case_id BIGINT NULL,
  loan_no VARCHAR(40) NULL,
  detail VARCHAR(120) NOT NULL,
  address VARCHAR(45) NOT NULL,
  claimed_address VARCHAR(45) NULL,
  city VARCHAR(80) NULL,
  network VARCHAR(80) NULL,
  -- Whether this person had never been seen at the address before.
  is_new TINYINT NULL,
  at DATETIME(3) NOT NULL,
  KEY behaviour_case (case_id, at, id),
  KEY behaviour_group (group_id, at, id, institution_id),
  KEY behaviour_group_address (group_id, address, type, at, id, institution_id),
  KEY behaviour_group_type (group_id, type, at, id, institution_id),
  KEY behaviour_institution (institution_id, at, id),
  KEY behaviour_institution_address (institution_id, address, type, at, id),
  KEY behaviour_institution_type (institution_id, type, at, id),
  -- NULL: nobody has looked the address up yet.
  KEY behaviour_unlooked (is_new, at),
  -- The record's person stands in the index, too: counting and searching read no row of the table.
  KEY behaviour_user (user_id, at, id, institution_id, group_id),
  -- Lists of what was done and said: an index for each way to ask, each in the order of time. Without a kind an address is
  -- asked for by all kinds in turn.
  KEY behaviour_user_address (user_id, address, type, at, id, institution_id, group_id),
  KEY behaviour_user_type (user_id, type, at, id, institution_id, group_id)
);

-- Location of an address, so that a call centre's one address is looked up once a day.
CREATE TABLE address_place (
  address VARCHAR(45) NOT NULL PRIMARY KEY,
  city VARCHAR(80) NOT NULL,
  network VARCHAR(80) NOT NULL,
  looked_up_at DATETIME(3) NOT NULL
);

-- A rule's finding about one person. `about_key` distinguishes findings of one rule: an address, a number, a contact.
CREATE TABLE anomaly (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  user_id BIGINT NOT NULL,
  rule VARCHAR(16) NOT NULL,
  -- Version of the rules; 0: the default.
  rule_version INT NOT NULL,
  about_key VARCHAR(64) NOT NULL,
  about VARCHAR(64) NULL,
  case_id BIGINT NULL,
  measured INT NOT NULL,
  compared INT NOT NULL,
  within_minutes INT NULL,
  day DATE NOT NULL,
  at DATETIME(3) NOT NULL,
  last_at DATETIME(3) NOT NULL,
  -- OPEN, ACKNOWLEDGED, ANNOUNCED
  status VARCHAR(12) NOT NULL,
  assignee_id BIGINT NULL,
  note VARCHAR(500) NULL,
  announcement_id BIGINT NULL,
  handled_by BIGINT NULL,
  handled_at DATETIME(3) NULL,
  KEY anomaly_assignee (assignee_id, status, at, id),
  KEY anomaly_day (institution_id, rule, day),
  KEY anomaly_group (group_id, status, at, id),
  KEY anomaly_institution (institution_id, status, at, id),
  KEY anomaly_person (user_id, rule, about_key, last_at)
);

-- A rule that finds too much on a day keeps so many findings; the rest is counted.
CREATE TABLE anomaly_cap (
  institution_id BIGINT NOT NULL,
  rule VARCHAR(16) NOT NULL,
  day DATE NOT NULL,
  -- A held-back finding is counted once: a person who goes on is judged again and again.
  user_id BIGINT NOT NULL DEFAULT 0,
  about_key VARCHAR(64) NOT NULL DEFAULT '',
  held_back INT NOT NULL,
  PRIMARY KEY (institution_id, day, rule, user_id, about_key)
);

-- Shape of a recording's sound, so that it is drawn without being read again.
CREATE TABLE recording_shape (
  call_id BIGINT NOT NULL PRIMARY KEY,
  type VARCHAR(12) NOT NULL,
  duration_ms INT NULL,
  -- The loudest of each tenth of a second.
  peaks MEDIUMBLOB NULL
);

-- One row is one listening, however many ranges of the file it took.
CREATE TABLE recording_listen (
  user_id BIGINT NOT NULL,
  call_id BIGINT NOT NULL,
  listen VARCHAR(64) NOT NULL,
  at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, call_id, listen),
  KEY recording_listen_call (call_id, at)
);

CREATE TABLE recording_note (
  id BIGINT NOT NULL PRIMARY KEY,
  call_id BIGINT NOT NULL,
  second INT NOT NULL,
  text_enc VARBINARY(2100) NOT NULL,
  author_id BIGINT NOT NULL,
  at DATETIME(3) NOT NULL,
  KEY recording_note_call (call_id, second)
);

-- Listeners of a running call, and whether its collector saw them. The sound is in no table and no file.
CREATE TABLE listening (
  id BIGINT NOT NULL PRIMARY KEY,
  ticket_hash BINARY(32) NOT NULL,
  user_id BIGINT NOT NULL,
  session_id BIGINT NOT NULL,
  call_id BIGINT NOT NULL,
  agent_id BIGINT NOT NULL,
  institution_id BIGINT NOT NULL,
  mode VARCHAR(8) NOT NULL,
  shown TINYINT NOT NULL,
  asked_at DATETIME(3) NOT NULL,
  begun_at DATETIME(3) NULL,
  ended_at DATETIME(3) NULL,
  end_reason VARCHAR(8) NULL,
  KEY listening_agent (agent_id, ended_at),
  UNIQUE KEY listening_ticket (ticket_hash),
  KEY listening_user (user_id, call_id, ended_at)
);

CREATE TABLE quality_sheet (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  name VARCHAR(80) NOT NULL,
  questions TEXT NOT NULL,
  per_day INT NOT NULL,
  min_seconds INT NOT NULL,
  enabled TINYINT NOT NULL DEFAULT 1,
  updated_by BIGINT NULL,
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY quality_sheet_institution (institution_id)
);

-- Questions of each version: a sample is judged by those that it was drawn with.
CREATE TABLE quality_sheet_version (
  sheet_id BIGINT NOT NULL,
  version INT NOT NULL,
  questions TEXT NOT NULL,
  PRIMARY KEY (sheet_id, version)
);

CREATE TABLE quality_sample (
  id BIGINT NOT NULL PRIMARY KEY,
  sheet_id BIGINT NOT NULL,
  sheet_version INT NOT NULL,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  agent_id BIGINT NOT NULL,
  call_id BIGINT NOT NULL,
  day DATE NOT NULL,
  status VARCHAR(8) NOT NULL DEFAULT 'WAITING',
  answer_enc VARBINARY(4200) NULL,
  answered_at DATETIME(3) NULL,
  KEY quality_sample_agent (agent_id, day, id),
  UNIQUE KEY quality_sample_call (sheet_id, call_id),
  KEY quality_sample_drawn (sheet_id, day, agent_id),
  KEY quality_sample_group (group_id, day, id),
  KEY quality_sample_institution (institution_id, day, id)
);

CREATE TABLE quality_score (
  sample_id BIGINT NOT NULL,
  inspector_id BIGINT NOT NULL,
  total DECIMAL(4,1) NOT NULL,
  answers JSON NOT NULL,
  -- The marks and the remark, as JSON.
  words_enc BLOB NOT NULL,
  at DATETIME(3) NOT NULL,
  PRIMARY KEY (sample_id, inspector_id)
);

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
  KEY complaint_case (case_id),
  KEY complaint_created (institution_id, created_at, id),
  KEY complaint_due (institution_id, due_at, id),
  KEY complaint_group (group_id, status, due_at, id),
  KEY complaint_handler (handler_id, status, due_at, id),
  KEY complaint_phone (phone_hash),
  KEY complaint_state (institution_id, status, due_at, id),
  KEY complaint_updated (institution_id, updated_at, id)
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

-- Acts that were at a supplier when a complaint forbade contact.
CREATE TABLE complaint_act (
  complaint_id BIGINT NOT NULL,
  kind VARCHAR(8) NOT NULL,
  act_id BIGINT NOT NULL,
  PRIMARY KEY (complaint_id, kind, act_id)
);

-- An institution's announcements to its people: violations, and the scrolling notice in each language.
CREATE TABLE announcement (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  -- One announcement in three languages, for a group or for all, in a window; a draft until it is published.
  group_id BIGINT NULL,
  -- VIOLATION, NOTICE
  kind VARCHAR(16) NOT NULL,
  name VARCHAR(80) NULL,
  id_no_enc VARBINARY(255) NULL,
  id_no_mask VARCHAR(40) NULL,
  irregularities VARCHAR(500) NULL,
  process_result VARCHAR(500) NULL,
  texts TEXT NOT NULL,
  -- The sealed file's name; see features/announcements/pictures.ts.
  picture VARCHAR(64) NULL,
  created_by BIGINT NULL,
  created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  withdrawn_at DATETIME(3) NULL,
  version INT NOT NULL DEFAULT 1,
  starts_at DATETIME(3) NULL,
  ends_at DATETIME(3) NULL,
  published_at DATETIME(3) NULL,
  KEY announcement_shown (institution_id, kind, withdrawn_at, created_at, id)
);

-- One row per person who has seen it.
CREATE TABLE announcement_read (
  user_id BIGINT NOT NULL,
  announcement_id BIGINT NOT NULL,
  read_at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, announcement_id)
);

-- Source of a violation, and the person it concerns.
CREATE TABLE violation_source (
  announcement_id BIGINT NOT NULL PRIMARY KEY,
  source VARCHAR(12) NOT NULL,
  source_id BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  KEY violation_source_of (source, source_id),
  KEY violation_source_user (user_id)
);

-- Settings, approvals, files and long jobs.

-- Settings: versions are only added. An institution without one goes by the nearest above it.
CREATE TABLE configuration (
  institution_id BIGINT NOT NULL,
  name VARCHAR(16) NOT NULL,
  version INT NOT NULL,
  document TEXT NOT NULL,
  changed_by BIGINT NULL,
  changed_at DATETIME(3) NOT NULL,
  PRIMARY KEY (institution_id, name, version)
);

-- Requests of one administrator that another one decides. An institution has at most one of a kind that waits or stands.
CREATE TABLE approval (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  kind VARCHAR(24) NOT NULL,
  status VARCHAR(10) NOT NULL,
  reason VARCHAR(200) NOT NULL,
  requested_by BIGINT NOT NULL,
  requested_at DATETIME(3) NOT NULL,
  decided_by BIGINT NULL,
  decided_at DATETIME(3) NULL,
  answer VARCHAR(200) NULL,
  ended_by BIGINT NULL,
  ended_at DATETIME(3) NULL,
  KEY approval_kind (institution_id, kind, status)
);

-- Files and rows that a person took on a business day, held against the quota.
CREATE TABLE export_day (
  user_id BIGINT NOT NULL,
  day DATE NOT NULL,
  files INT NOT NULL,
  row_count INT NOT NULL,
  PRIMARY KEY (user_id, day),
  -- Days of the quota that are over are deleted by their day.
  KEY export_day_day (day)
);

-- Lists above what is answered at once: asked for, written by a job, fetched until they expire.
CREATE TABLE export_file (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL,
  list VARCHAR(16) NOT NULL,
  -- Without what was typed of a borrower; the question itself is sealed.
  filter JSON NOT NULL,
  question_enc BLOB NOT NULL,
  language VARCHAR(2) NOT NULL,
  -- WAITING, RUNNING, READY, FAILED
  status VARCHAR(8) NOT NULL,
  -- Taken from the quota; once READY, those in the file.
  row_count INT NOT NULL,
  done INT NOT NULL DEFAULT 0,
  -- Number of the attempt that writes it, and of a file that is READY.
  file_name VARCHAR(64) NULL,
  -- Scope of its rows: a person whose scope is another one by then does not get it.
  scope CHAR(64) NULL,
  made_at DATETIME(3) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  -- Those that a job has still to write.
  unwritten TINYINT AS (IF(status IN ('WAITING', 'RUNNING'), 1, NULL)) STORED,
  KEY export_file_expiry (expires_at),
  KEY export_file_newest (made_at, id, user_id),
  KEY export_file_unwritten (unwritten, made_at),
  KEY export_file_user (user_id, made_at)
);

-- Workbooks of users and softphones: read, shown, and applied by a confirmation. Ten thousand institutions are more than 64
-- KB.
CREATE TABLE sheet_upload (
  id BIGINT NOT NULL PRIMARY KEY,
  kind VARCHAR(16) NOT NULL,
  institution_id BIGINT NOT NULL,
  uploaded_by BIGINT NOT NULL,
  -- Scope of the people and places it may name: the sender's rights as they were then.
  scope MEDIUMTEXT NOT NULL,
  file_name VARCHAR(200) NOT NULL,
  digest BINARY(32) NOT NULL,
  -- Sealed, until it is read: it may hold passwords of softphones.
  file_enc LONGBLOB NULL,
  status VARCHAR(12) NOT NULL,
  failure VARCHAR(64) NULL,
  created INT NOT NULL DEFAULT 0,
  changed INT NOT NULL DEFAULT 0,
  same INT NOT NULL DEFAULT 0,
  refused_rows INT NOT NULL DEFAULT 0,
  refused INT NOT NULL DEFAULT 0,
  -- Hash of a password that nobody has, given to the users it made: finds those who have not chosen their own yet.
  made_hash VARCHAR(255) NULL,
  uploaded_at DATETIME(3) NOT NULL,
  finished_at DATETIME(3) NULL,
  KEY sheet_upload_digest (uploaded_by, digest),
  KEY sheet_upload_newest (kind, uploaded_at, id, uploaded_by),
  -- The workbooks of the people whom somebody sees, the newest first.
  KEY sheet_upload_person (uploaded_by, uploaded_at),
  KEY sheet_upload_status (status, uploaded_at)
);

-- How far an upload is, beside its row, which is locked while it is read or applied.
CREATE TABLE sheet_progress (
  upload_id BIGINT NOT NULL PRIMARY KEY,
  rows_total INT NOT NULL,
  rows_read INT NOT NULL,
  rows_written INT NOT NULL
);

CREATE TABLE sheet_row (
  upload_id BIGINT NOT NULL,
  -- The place in the file, from 0; of refused cells their place among them.
  at INT NOT NULL,
  -- CREATED, CHANGED, REFUSED
  act VARCHAR(8) NOT NULL,
  place VARCHAR(12) NOT NULL,
  name VARCHAR(80) NOT NULL,
  field VARCHAR(24) NULL,
  reason VARCHAR(12) NULL,
  -- JSON: what is shown, and what is written.
  changes TEXT NULL,
  data TEXT NULL,
  -- The row's subject, and the version that was seen of it.
  subject_id BIGINT NULL,
  subject_version INT NULL,
  kept_at DATETIME(3) NOT NULL,
  PRIMARY KEY (upload_id, act, at),
  KEY sheet_row_kept (kept_at)
);

-- How far the re-encryption under a key has come: what a killed run goes on from.
CREATE TABLE key_rotation (
  key_id TINYINT UNSIGNED NOT NULL,
  part VARCHAR(64) NOT NULL,
  -- The key of the last row that was looked at, as a JSON list. NULL: the whole part is done.
  last_key VARCHAR(255) NULL,
  changed BIGINT NOT NULL DEFAULT 0,
  updated_at DATETIME(3) NOT NULL,
  PRIMARY KEY (key_id, part)
);

-- Only the demo's seed reads and writes it; it made the table itself while one user did all.
CREATE TABLE demo_seed (
  id TINYINT NOT NULL PRIMARY KEY,
  parameters TEXT NOT NULL,
  begun_at DATETIME(3) NOT NULL,
  done_at DATETIME(3) NULL
);

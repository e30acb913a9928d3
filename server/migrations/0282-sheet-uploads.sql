-- Workbooks of users and softphones: read, shown, and applied by a confirmation.
CREATE TABLE sheet_upload (
  id BIGINT NOT NULL PRIMARY KEY,
  kind VARCHAR(16) NOT NULL,
  institution_id BIGINT NOT NULL,
  uploaded_by BIGINT NOT NULL,
  -- Whose people and places it may name: the rights of who sent it, as they were then.
  scope TEXT NOT NULL,
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
  -- Of users that it made: the hash of a password that nobody knows, by which those are found who have none of their own yet.
  made_hash VARCHAR(255) NULL,
  uploaded_at DATETIME(3) NOT NULL,
  finished_at DATETIME(3) NULL,
  KEY sheet_upload_digest (uploaded_by, digest),
  KEY sheet_upload_status (status, uploaded_at)
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
  -- What it is about, and the version that was seen of it.
  subject_id BIGINT NULL,
  subject_version INT NULL,
  kept_at DATETIME(3) NOT NULL,
  PRIMARY KEY (upload_id, act, at),
  KEY sheet_row_kept (kept_at)
);
-- How far an upload is, beside its row, which is locked while it is read or applied.
CREATE TABLE sheet_progress (
  upload_id BIGINT NOT NULL PRIMARY KEY,
  rows_total INT NOT NULL,
  rows_read INT NOT NULL,
  rows_written INT NOT NULL
);

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
  -- Of the attempt that writes it, and of a file that is READY.
  file_name VARCHAR(64) NULL,
  -- Whose rows it holds: a person whose scope is another one by then does not get it.
  scope CHAR(64) NULL,
  made_at DATETIME(3) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  -- Those that a job has still to write.
  unwritten TINYINT AS (IF(status IN ('WAITING', 'RUNNING'), 1, NULL)) STORED,
  KEY export_file_user (user_id, made_at),
  KEY export_file_unwritten (unwritten, made_at),
  KEY export_file_expiry (expires_at)
);

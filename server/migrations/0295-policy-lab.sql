-- What a replay of decisions needs and no row kept by time: until when a slot was taken, and for when a call back was agreed
-- on. Receipts from before do not know either.
ALTER TABLE contact_receipt
  ADD COLUMN released_at DATETIME(3) NULL AFTER released,
  ADD COLUMN call_back_at DATETIME(3) NULL AFTER override_id,
  ADD KEY contact_receipt_time (at, kind, case_id, borrower_id);

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
  KEY policy_lab_unfinished (unfinished, asked_at),
  KEY policy_lab_institution (institution_id, id)
);
ALTER TABLE guarantor_mark ADD KEY guarantor_mark_contact (contact_id);

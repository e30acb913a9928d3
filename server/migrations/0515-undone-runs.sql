-- A run that a person took back; while its cases go back, no other of the queue begins.
ALTER TABLE allocation_run
  ADD COLUMN undone_by BIGINT NULL AFTER finished_at,
  ADD COLUMN undone_at DATETIME(3) NULL AFTER undone_by,
  MODIFY COLUMN running TINYINT AS (IF(status IN ('ASKED', 'RUNNING', 'UNDOING'), 1, NULL)) STORED;

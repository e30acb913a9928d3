-- How far an upload is, beside its row, which is locked while the file is applied.
CREATE TABLE schedule_progress (
  upload_id BIGINT NOT NULL PRIMARY KEY,
  rows_total INT NOT NULL,
  rows_read INT NOT NULL,
  rows_written INT NOT NULL
);
INSERT INTO schedule_progress (upload_id, rows_total, rows_read, rows_written)
SELECT id, rows_total, rows_read, IF(status = 'APPLIED', rows_total, 0) FROM schedule_upload;
ALTER TABLE schedule_upload DROP COLUMN rows_total, DROP COLUMN rows_read;

-- What an applied schedule changed, row by row, while it may be taken back.
ALTER TABLE schedule_upload ADD COLUMN written LONGTEXT NULL AFTER changed_rows, ADD COLUMN undone_at DATETIME(3) NULL AFTER finished_at;

-- A refused file is kept for a while: it is handed back with the cells to correct marked in it.
ALTER TABLE schedule_error MODIFY COLUMN reason VARCHAR(16) NOT NULL, ADD COLUMN value VARCHAR(64) NULL;
ALTER TABLE schedule_upload ADD COLUMN refused_file LONGBLOB NULL AFTER file,
  ADD COLUMN changed_rows INT NOT NULL DEFAULT 0 AFTER people_rows;

-- Somebody has stopped it: the server that reads it looks here.
ALTER TABLE import_run
  ADD COLUMN cancelled_at DATETIME(3) NULL AFTER finished_at,
  ADD KEY import_run_person (started_by, started_at);
ALTER TABLE allocation_run ADD KEY allocation_run_person (asked_by, asked_at);
ALTER TABLE schedule_upload ADD KEY schedule_upload_person (uploaded_by, uploaded_at);

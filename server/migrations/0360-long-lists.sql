-- Lists of a hundred thousand people and a million sign-ins are read in the order of an index, and counted from it alone.
ALTER TABLE user
  ADD KEY user_name (name),
  ADD KEY user_created (created_at),
  ADD KEY user_updated (updated_at);
ALTER TABLE login_audit
  DROP KEY login_audit_username,
  DROP KEY login_audit_address,
  DROP KEY login_audit_institution,
  ADD KEY login_audit_at (at, id, institution_id, user_id),
  ADD KEY login_audit_username (username, at, id, institution_id, user_id),
  ADD KEY login_audit_address (address, at, id, institution_id, user_id),
  ADD KEY login_audit_institution (institution_id, at, id, user_id),
  ADD KEY login_audit_result (result, at, id, institution_id, user_id);
ALTER TABLE user_session ADD KEY user_session_kind (kind, ended_at, id);
-- Long jobs, the newest first.
ALTER TABLE import_run ADD KEY import_run_newest (started_at, id, started_by);
ALTER TABLE export_file ADD KEY export_file_newest (made_at, id, user_id);
ALTER TABLE allocation_run ADD KEY allocation_run_newest (asked_at, id, asked_by);
ALTER TABLE schedule_upload ADD KEY schedule_upload_newest (uploaded_at, id, uploaded_by);
ALTER TABLE sheet_upload ADD KEY sheet_upload_newest (kind, uploaded_at, id, uploaded_by);
ALTER TABLE policy_lab ADD KEY policy_lab_newest (asked_at, id, asked_by);
-- Ten thousand institutions are more than 64 KB.
ALTER TABLE sheet_upload MODIFY scope MEDIUMTEXT NOT NULL;
ALTER TABLE schedule_upload MODIFY scope MEDIUMTEXT NOT NULL;
-- Workbooks that wait keep their sender's place in the tree.
UPDATE sheet_upload s JOIN institution i ON i.id = s.institution_id
SET s.scope = JSON_SET(s.scope, '$.path', i.path, '$.everywhere', FALSE)
WHERE JSON_EXTRACT(s.scope, '$.path') IS NULL;
UPDATE schedule_upload s JOIN institution i ON i.id = s.institution_id
SET s.scope = JSON_SET(s.scope, '$.path', i.path, '$.everywhere', FALSE)
WHERE JSON_EXTRACT(s.scope, '$.path') IS NULL;

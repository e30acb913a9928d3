-- The workbooks of the people whom somebody sees, the newest first.
ALTER TABLE sheet_upload ADD KEY sheet_upload_person (uploaded_by, uploaded_at);

-- The person or the template that an approval is about; NULL: the institution itself.
ALTER TABLE approval ADD COLUMN subject_id BIGINT NULL, ADD KEY approval_subject (subject_id, status);

-- A template belongs to the institution whose people, and those of institutions below it, send it, in up to three languages.
ALTER TABLE message_template
  ADD COLUMN texts TEXT NULL,
  ADD COLUMN updated_by BIGINT NULL,
  ADD COLUMN updated_at DATETIME(3) NULL;

UPDATE message_template SET texts = JSON_OBJECT('es', body), updated_at = NOW(3);

-- Everybody's came with the demo, which has one topmost institution.
UPDATE message_template SET institution_id = (SELECT MIN(id) FROM institution WHERE parent_id IS NULL)
WHERE institution_id IS NULL;

ALTER TABLE message_template
  MODIFY institution_id BIGINT NOT NULL,
  MODIFY texts TEXT NOT NULL,
  MODIFY updated_at DATETIME(3) NOT NULL,
  DROP COLUMN body;

-- The failed message that it was sent instead of.
ALTER TABLE message
  ADD COLUMN again_of BIGINT NULL,
  ADD UNIQUE KEY message_again (again_of);

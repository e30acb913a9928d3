-- One announcement in three languages, for a group or for all, in a window; a draft until it is published.
ALTER TABLE announcement
  ADD COLUMN group_id BIGINT NULL AFTER institution_id,
  ADD COLUMN texts TEXT NULL AFTER process_result,
  ADD COLUMN starts_at DATETIME(3) NULL,
  ADD COLUMN ends_at DATETIME(3) NULL,
  ADD COLUMN published_at DATETIME(3) NULL;
UPDATE announcement SET published_at = created_at, texts = IF(kind = 'NOTICE',
  JSON_OBJECT(COALESCE(language, 'cn'), content), JSON_OBJECT('cn', content, 'en', content, 'es', content));
ALTER TABLE announcement MODIFY texts TEXT NOT NULL, DROP COLUMN language, DROP COLUMN content;

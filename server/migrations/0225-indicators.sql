-- An indicator is a version of its scope's target: it is planned, begins, and is not changed any more. Both days belong to it.
UPDATE indicator SET effective_to = effective_to - INTERVAL 1 DAY WHERE effective_to IS NOT NULL;
ALTER TABLE indicator
  ADD COLUMN enabled TINYINT NOT NULL DEFAULT 1,
  ADD COLUMN updated_by BIGINT NULL,
  ADD COLUMN updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3);

-- What a day began with is named by its id.
ALTER TABLE collector_day MODIFY indicator_version BIGINT NULL;

-- Who made an account and who changed it last, for the list of users. Null: the seeds, or before this was kept.
ALTER TABLE user
  ADD COLUMN created_by BIGINT NULL AFTER picture,
  ADD COLUMN updated_by BIGINT NULL AFTER created_by;

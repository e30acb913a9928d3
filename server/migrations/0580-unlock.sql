-- Failures before this moment lock the account no longer.
ALTER TABLE user ADD COLUMN unlocked_at DATETIME(3) NULL;

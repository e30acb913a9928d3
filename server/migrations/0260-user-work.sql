ALTER TABLE user
  -- What the cases must be that the person is handed, as JSON lists. NULL: anything.
  ADD COLUMN products TEXT NULL,
  ADD COLUMN loan_types TEXT NULL,
  ADD COLUMN app_systems TEXT NULL,
  ADD COLUMN affiliated_system VARCHAR(60) NULL,
  ADD COLUMN auto_reborrow TINYINT NOT NULL DEFAULT 0,
  -- Beginners are handed less. NULL: since the account was made.
  ADD COLUMN tenure_from DATE NULL;

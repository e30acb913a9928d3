-- What is held back of a rule that finds too much is counted once for each finding: whoever goes on is judged again and again.
ALTER TABLE anomaly_cap
  ADD COLUMN user_id BIGINT NOT NULL DEFAULT 0 AFTER day,
  ADD COLUMN about_key VARCHAR(64) NOT NULL DEFAULT '' AFTER user_id,
  DROP PRIMARY KEY,
  ADD PRIMARY KEY (institution_id, day, rule, user_id, about_key);

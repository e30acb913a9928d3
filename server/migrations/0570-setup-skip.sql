-- Steps of the check list that an institution does not need, with the reason and who said so.
CREATE TABLE setup_skip (
  institution_id BIGINT NOT NULL,
  step VARCHAR(20) NOT NULL,
  reason VARCHAR(200) NOT NULL,
  skipped_by BIGINT NULL,
  skipped_at DATETIME(3) NOT NULL,
  PRIMARY KEY (institution_id, step)
);

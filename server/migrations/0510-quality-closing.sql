-- An inspector's last word on a collector's answer to a score.
ALTER TABLE quality_sample ADD COLUMN closing_enc VARBINARY(4200) NULL, ADD COLUMN closed_by BIGINT NULL,
  ADD COLUMN closed_at DATETIME(3) NULL;

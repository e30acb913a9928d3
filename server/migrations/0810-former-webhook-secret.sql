-- Requests bear a signature by the former secret, too, until then.
ALTER TABLE webhook
  ADD COLUMN former_secret_enc VARBINARY(160) NULL,
  ADD COLUMN former_until DATETIME(3) NULL;

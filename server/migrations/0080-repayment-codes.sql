-- What a borrower is given to pay by. A reference is personal data: *_enc, found again by *_hash, shown by *_mask.
CREATE TABLE repayment_code (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  loan_item_id BIGINT NOT NULL,
  extension_id BIGINT NULL,
  purpose VARCHAR(10) NOT NULL,
  channel VARCHAR(8) NOT NULL,
  amount BIGINT NOT NULL,
  custom TINYINT NOT NULL,
  -- What could have been asked for at most when it was requested.
  maximum_amount BIGINT NOT NULL,
  paid BIGINT NOT NULL DEFAULT 0,
  status VARCHAR(12) NOT NULL,
  reason VARCHAR(16) NULL,
  reference_enc VARBINARY(96) NULL,
  reference_hash BINARY(16) NULL UNIQUE,
  reference_mask VARCHAR(24) NULL,
  barcode_enc VARBINARY(96) NULL,
  requested_by BIGINT NULL,
  requested_at DATETIME(3) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  ended_at DATETIME(3) NULL,
  updated_at DATETIME(3) NOT NULL,
  KEY repayment_code_case (case_id, purpose, channel, id),
  KEY repayment_code_expiry (status, expires_at),
  KEY repayment_code_waiting (status, requested_at),
  KEY repayment_code_extension (extension_id)
);

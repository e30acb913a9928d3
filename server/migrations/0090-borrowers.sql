-- What else a case page shows of its borrower. Addresses are sealed, with a mask beside them.
ALTER TABLE borrower
  ADD COLUMN residence_address_enc VARBINARY(900) NULL,
  ADD COLUMN residence_address_mask VARCHAR(40) NULL,
  ADD COLUMN company_address_enc VARBINARY(900) NULL,
  ADD COLUMN company_address_mask VARCHAR(40) NULL,
  ADD COLUMN working_years TINYINT UNSIGNED NULL;

-- The distinct apps of an institution are read from this index alone.
ALTER TABLE loan_item ADD KEY loan_item_app (institution_id, platform, app_name);

-- `file` names a sealed file of the kind "pictures".
CREATE TABLE borrower_picture (
  borrower_id BIGINT NOT NULL,
  kind VARCHAR(12) NOT NULL,
  file VARCHAR(128) NOT NULL,
  taken_at DATETIME(3) NULL,
  PRIMARY KEY (borrower_id, kind)
);

-- kind is NULL for a comment on the identity document as a whole.
CREATE TABLE image_comment (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  kind VARCHAR(12) NULL,
  comment_enc VARBINARY(2200) NOT NULL,
  author_id BIGINT NOT NULL,
  at DATETIME(3) NOT NULL,
  KEY image_comment_case (case_id, id)
);

CREATE TABLE identity_answer (
  borrower_id BIGINT NOT NULL PRIMARY KEY,
  provider VARCHAR(40) NOT NULL,
  reference VARCHAR(64) NOT NULL,
  checked_at DATETIME(3) NOT NULL,
  identity_match TINYINT NULL,
  phone_match TINYINT NULL,
  face_similarity DECIMAL(5, 4) NULL,
  credit_score SMALLINT NULL,
  risk_level VARCHAR(8) NULL,
  recent_lenders SMALLINT NULL,
  overdue_elsewhere TINYINT NULL
);

-- The calls of a borrower's device, kept by the policy "deviceData" alone; whose number it was is an R12 contact.
CREATE TABLE device_call (
  borrower_id BIGINT NOT NULL,
  phone_hash BINARY(16) NOT NULL,
  at DATETIME(3) NOT NULL,
  type TINYINT NOT NULL,
  PRIMARY KEY (borrower_id, phone_hash, at)
);

-- Who looked at which number and why; the limit of an hour is counted here.
CREATE TABLE phone_reveal (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL,
  case_id BIGINT NOT NULL,
  -- NULL: the borrower's own number.
  contact_id BIGINT NULL,
  purpose VARCHAR(12) NOT NULL,
  at DATETIME(3) NOT NULL,
  KEY phone_reveal_user (user_id, at),
  KEY phone_reveal_case (case_id, id)
);

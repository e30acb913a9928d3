-- Messages to the lender. One whose sender nobody knows has no case, and is kept for a day.
CREATE TABLE incoming_message (
  id BIGINT NOT NULL PRIMARY KEY,
  provider_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  -- SMS, WHATSAPP
  channel VARCHAR(8) NOT NULL,
  -- NOT_THEIRS, OPT_OUT, OTHER
  meaning VARCHAR(12) NOT NULL,
  phone_enc VARBINARY(96) NOT NULL,
  phone_hash BINARY(16) NOT NULL,
  phone_mask VARCHAR(24) NOT NULL,
  text_enc VARBINARY(4200) NOT NULL,
  case_id BIGINT NULL,
  contact_id BIGINT NULL,
  at DATETIME(3) NOT NULL,
  received_at DATETIME(3) NOT NULL,
  unknown_since DATETIME(3) AS (IF(case_id IS NULL, received_at, NULL)) STORED,
  KEY incoming_message_case (case_id, id),
  KEY incoming_message_number (phone_hash, meaning),
  UNIQUE KEY incoming_message_provider (provider_id),
  KEY incoming_message_unknown (unknown_since)
);
-- NULL: the person who has the number, by a message.
ALTER TABLE contact_stop MODIFY stopped_by BIGINT NULL;

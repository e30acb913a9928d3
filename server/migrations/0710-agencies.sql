-- Who calls for an institution: agencies, the people in charge of them, and the numbers from which they may call.
CREATE TABLE agency (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  name VARCHAR(120) NOT NULL,
  tax_id VARCHAR(13) NULL,
  address VARCHAR(300) NULL,
  mail VARCHAR(120) NULL,
  phone VARCHAR(16) NULL,
  people_in_charge VARCHAR(500) NULL,
  numbers TEXT NOT NULL,
  enabled TINYINT NOT NULL DEFAULT 1,
  updated_by BIGINT NULL,
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  UNIQUE KEY agency_name (institution_id, name)
);

-- An agency's numbers, one by one: a call looks its own up.
CREATE TABLE agency_number (
  number VARCHAR(16) NOT NULL PRIMARY KEY,
  agency_id BIGINT NOT NULL,
  KEY agency_number_of (agency_id)
);

ALTER TABLE softphone ADD COLUMN caller_number VARCHAR(16) NULL;
-- The number that was stated when the call was asked for, and the one that the telephone says was shown.
ALTER TABLE phone_call ADD COLUMN caller_number VARCHAR(16) NULL;
ALTER TABLE phone_call ADD COLUMN shown_number VARCHAR(24) NULL;

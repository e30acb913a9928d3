-- What the system itself wrote was shown as its call.
UPDATE collection_log SET type = '00' WHERE collector_id IS NULL AND result IN ('BP', 'PTRPD');

-- A collector's record that asks for a hold, or for closing as fraud. Its id is the record's.
CREATE TABLE leader_request (
  id BIGINT NOT NULL PRIMARY KEY,
  kind VARCHAR(8) NOT NULL,
  case_id BIGINT NOT NULL,
  requested_by BIGINT NOT NULL,
  opened_at DATETIME(3) NOT NULL,
  -- OPEN, GRANTED, REFUSED
  status VARCHAR(8) NOT NULL DEFAULT 'OPEN',
  reason_enc VARBINARY(1300) NULL,
  decided_by BIGINT NULL,
  decided_at DATETIME(3) NULL,
  version INT NOT NULL DEFAULT 1,
  KEY leader_request_case (case_id, status),
  KEY leader_request_status (status)
);
-- The request that the hold came with: its decision lengthens or lifts it.
ALTER TABLE contact_hold ADD COLUMN request_id BIGINT NULL;

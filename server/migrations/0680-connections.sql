-- The address and the secret of a provider, as an administrator asked for them and another one approved. An address that is
-- NULL leads back to what the host has configured. waits_for lets one change of a provider wait at a time.
CREATE TABLE connection (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  provider VARCHAR(10) NOT NULL,
  address VARCHAR(300) NULL,
  secret_enc VARBINARY(300) NULL,
  keep_former TINYINT NOT NULL,
  timeout_ms INT NOT NULL,
  is_private TINYINT NOT NULL,
  status VARCHAR(10) NOT NULL,
  reason VARCHAR(200) NOT NULL,
  requested_by BIGINT NOT NULL,
  requested_at DATETIME(3) NOT NULL,
  decided_by BIGINT NULL,
  decided_at DATETIME(3) NULL,
  answer VARCHAR(200) NULL,
  ended_at DATETIME(3) NULL,
  waits_for VARCHAR(10) AS (CASE WHEN status = 'WAITING' THEN provider END) STORED,
  UNIQUE KEY connection_waiting (waits_for),
  KEY connection_status (provider, status, ended_at)
);

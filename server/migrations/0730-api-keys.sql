-- What other programs call with. The secret is kept as SHA-256 alone.
CREATE TABLE api_key (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  name VARCHAR(60) NOT NULL,
  scopes TEXT NOT NULL,
  expires_on DATE NOT NULL,
  addresses TEXT NULL,
  per_minute INT NOT NULL,
  enabled TINYINT NOT NULL DEFAULT 1,
  secret_hash BINARY(32) NULL,
  starts VARCHAR(12) NULL,
  -- The administrator in whose name it calls.
  issued_by BIGINT NULL,
  issued_at DATETIME(3) NULL,
  updated_by BIGINT NULL,
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  UNIQUE KEY api_key_name (institution_id, name),
  UNIQUE KEY api_key_secret (secret_hash)
);

-- When and from where a key was last used, to the minute.
CREATE TABLE api_key_use (
  api_key_id BIGINT NOT NULL PRIMARY KEY,
  used_at DATETIME(3) NOT NULL,
  address VARCHAR(45) NOT NULL
);

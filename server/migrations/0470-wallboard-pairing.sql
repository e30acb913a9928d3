-- A wall that waits for a leader: its digits by their keyed hash, and what only the wall itself holds by its hash.
CREATE TABLE wallboard_pairing (
  id BIGINT NOT NULL PRIMARY KEY,
  claim_hash BINARY(32) NOT NULL,
  code_hash BINARY(16) NOT NULL,
  address VARCHAR(45) NOT NULL,
  -- Wrong digits that leaders entered while it waited.
  tries INT NOT NULL DEFAULT 0,
  -- Set once a leader entered the digits.
  session_id BIGINT NULL,
  expires_at DATETIME(3) NOT NULL,
  UNIQUE KEY wallboard_pairing_claim (claim_hash),
  UNIQUE KEY wallboard_pairing_code (code_hash),
  KEY wallboard_pairing_expiry (expires_at, address)
);

-- Wrong digits by leader, until the window that began with the first of them is over.
CREATE TABLE wallboard_try (
  user_id BIGINT NOT NULL PRIMARY KEY,
  tries INT NOT NULL,
  ends_at DATETIME(3) NOT NULL
);

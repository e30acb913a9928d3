-- The hash of the code by which a person chooses an own password after a reset, until it is used or expires.
CREATE TABLE activation_code (
  user_id BIGINT NOT NULL PRIMARY KEY,
  code_hash BINARY(32) NOT NULL,
  expires_at DATETIME(3) NOT NULL
);

-- Opened by such a code: pending, and good for choosing the password alone.
ALTER TABLE user_session ADD COLUMN choosing TINYINT(1) NOT NULL DEFAULT 0;

-- The app whose codes a person signs in with. next_secret_enc waits until a code of it has come.
CREATE TABLE authenticator (
  user_id BIGINT NOT NULL PRIMARY KEY,
  secret_enc VARBINARY(255) NULL,
  next_secret_enc VARBINARY(255) NULL,
  confirmed_at DATETIME(3) NULL,
  last_step BIGINT NOT NULL DEFAULT 0,
  failures INT NOT NULL DEFAULT 0,
  reset_by BIGINT NULL,
  reset_at DATETIME(3) NULL
);

CREATE TABLE recovery_code (
  user_id BIGINT NOT NULL,
  code_hash BINARY(32) NOT NULL,
  used_at DATETIME(3) NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- The sign-in waits for a code, or for an app to be set up.
ALTER TABLE user_session ADD COLUMN code_owed TINYINT NOT NULL DEFAULT 0;
ALTER TABLE user_session ADD COLUMN code_failures TINYINT NOT NULL DEFAULT 0;

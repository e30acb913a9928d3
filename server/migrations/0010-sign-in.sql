-- What signing in needs besides people: the shared RSA keys, spent one-time tickets and the address white list.

-- One key for each 30 days, made by whichever server needs it first. The private key is sealed with the data key.
CREATE TABLE login_key (
  key_id VARCHAR(24) NOT NULL PRIMARY KEY,
  period INT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  private_key BLOB NOT NULL,
  created_at DATETIME(3) NOT NULL
);

-- Captchas, password nonces and proofs of work carry their own contents and end: only that one was used stands here.
CREATE TABLE spent_ticket (
  id BINARY(16) NOT NULL PRIMARY KEY,
  expires_at DATETIME(3) NOT NULL,
  KEY spent_ticket_end (expires_at)
);

-- Addresses or networks (203.0.113.0/24) that may sign in. Empty: all may.
CREATE TABLE ip_whitelist (
  id BIGINT NOT NULL PRIMARY KEY,
  entry VARCHAR(49) NOT NULL UNIQUE,
  note VARCHAR(120) NOT NULL DEFAULT '',
  created_at DATETIME(3) NOT NULL
);

-- Who works here: institutions, groups, queues, users, sessions and the audit of sign-ins.

CREATE TABLE id_block (
  name VARCHAR(32) NOT NULL PRIMARY KEY,
  next_id BIGINT NOT NULL
);

CREATE TABLE institution (
  id BIGINT NOT NULL PRIMARY KEY,
  code VARCHAR(32) NOT NULL UNIQUE,
  name VARCHAR(80) NOT NULL,
  parent_id BIGINT NULL,
  path VARCHAR(255) NOT NULL,
  device_data TINYINT NOT NULL DEFAULT 0,
  KEY institution_path (path)
);

CREATE TABLE admin_group (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  name VARCHAR(80) NOT NULL
);

CREATE TABLE queue (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  code VARCHAR(32) NOT NULL UNIQUE,
  name VARCHAR(80) NOT NULL,
  type VARCHAR(16) NOT NULL DEFAULT 'AUTOMATIC',
  kind VARCHAR(16) NOT NULL DEFAULT 'STANDARD',
  min_dpd INT NOT NULL DEFAULT 1
);

CREATE TABLE user (
  id BIGINT NOT NULL PRIMARY KEY,
  username VARCHAR(64) NOT NULL UNIQUE,
  name VARCHAR(80) NOT NULL,
  role VARCHAR(16) NOT NULL,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  queue_id BIGINT NULL,
  password_hash VARCHAR(255) NOT NULL,
  enabled TINYINT NOT NULL DEFAULT 1,
  ranked TINYINT NOT NULL DEFAULT 1,
  auto_dial TINYINT NOT NULL DEFAULT 0,
  long_aging TINYINT NOT NULL DEFAULT 0,
  ptp_role TINYINT NOT NULL DEFAULT 0,
  show_announcement TINYINT NOT NULL DEFAULT 1,
  channels VARCHAR(64) NOT NULL DEFAULT 'SMS',
  id_card_hash BINARY(16) NULL,
  picture VARCHAR(128) NULL,
  created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  version INT NOT NULL DEFAULT 1,
  KEY user_group (group_id, role),
  KEY user_institution (institution_id, role)
);

CREATE TABLE role_menu (
  role VARCHAR(16) NOT NULL PRIMARY KEY,
  menu_keys TEXT NOT NULL
);

-- The token itself is kept nowhere: token_hash is its SHA-256. Redis holds the same session for the hot path.
CREATE TABLE user_session (
  id BIGINT NOT NULL PRIMARY KEY,
  token_hash BINARY(32) NOT NULL UNIQUE,
  user_id BIGINT NOT NULL,
  kind VARCHAR(16) NOT NULL DEFAULT 'PERSON',
  pending TINYINT NOT NULL DEFAULT 0,
  created_at DATETIME(3) NOT NULL,
  last_seen_at DATETIME(3) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  ended_at DATETIME(3) NULL,
  end_reason VARCHAR(24) NULL,
  KEY user_session_user (user_id, ended_at)
);

CREATE TABLE login_audit (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NULL,
  username VARCHAR(64) NOT NULL,
  result VARCHAR(24) NOT NULL,
  address VARCHAR(45) NOT NULL,
  gps VARCHAR(64) NULL,
  veins VARCHAR(128) NULL,
  user_agent VARCHAR(200) NULL,
  method VARCHAR(16) NOT NULL DEFAULT 'PASSWORD',
  at DATETIME(3) NOT NULL,
  KEY login_audit_user (user_id, at),
  KEY login_audit_username (username, at),
  KEY login_audit_address (address, at)
);

-- The effective target of a scope; windows of one scope never overlap and a day keeps the version it began with.
CREATE TABLE indicator (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NULL,
  queue_id BIGINT NULL,
  method VARCHAR(16) NOT NULL,
  -- RATE_*: fraction; FIXED_AMOUNT: centavos; BUCKETED: JSON in buckets
  target DECIMAL(18,6) NOT NULL,
  buckets TEXT NULL,
  effective_from DATE NOT NULL,
  effective_to DATE NULL,
  version INT NOT NULL DEFAULT 1
);

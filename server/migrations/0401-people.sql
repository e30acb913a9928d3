-- People and their sign-in: institutions, teams, queues, users, rights, sessions, and the audit of sign-ins.

CREATE TABLE institution (
  id BIGINT NOT NULL PRIMARY KEY,
  code VARCHAR(32) NOT NULL,
  name VARCHAR(80) NOT NULL,
  parent_id BIGINT NULL,
  path VARCHAR(255) NOT NULL,
  device_data TINYINT NOT NULL DEFAULT 0,
  -- Counts an administrator's changes, so that of two who saw the same one is refused.
  version INT NOT NULL DEFAULT 1,
  enabled TINYINT NOT NULL DEFAULT 1,
  UNIQUE KEY code (code),
  KEY institution_name (name),
  KEY institution_parent (parent_id, name),
  KEY institution_path (path)
);

CREATE TABLE admin_group (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  name VARCHAR(80) NOT NULL,
  version INT NOT NULL DEFAULT 1,
  enabled TINYINT NOT NULL DEFAULT 1,
  KEY admin_group_institution (institution_id, name)
);

CREATE TABLE queue (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  code VARCHAR(32) NOT NULL,
  name VARCHAR(80) NOT NULL,
  type VARCHAR(16) NOT NULL DEFAULT 'AUTOMATIC',
  kind VARCHAR(16) NOT NULL DEFAULT 'STANDARD',
  min_dpd INT NOT NULL DEFAULT 1,
  -- From how many days past due a queue's cases are long-aging; NULL: never, and none of them joins another queue's.
  long_aging_dpd INT NULL DEFAULT 31,
  version INT NOT NULL DEFAULT 1,
  -- Its text has known parameters only; null: nobody is reminded.
  reminder_template_id BIGINT NULL,
  -- A queue is open or closed, and says how its cases are handed out when the schedule of a day says nothing else.
  open TINYINT NOT NULL DEFAULT 1,
  planned_cases INT NULL,
  per_capita_min INT NOT NULL DEFAULT 0,
  per_capita_max INT NOT NULL DEFAULT 120,
  seats_min INT NOT NULL DEFAULT 0,
  seats_max INT NULL,
  -- Working days that a new case may wait for its first action.
  first_action_days INT NOT NULL DEFAULT 1,
  UNIQUE KEY code (code)
);

CREATE TABLE user (
  id BIGINT NOT NULL PRIMARY KEY,
  username VARCHAR(64) NOT NULL,
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
  -- Without it the index of a bound ID number could not be made anew. Filled when it is bound, or next given.
  id_card_enc VARBINARY(96) NULL,
  picture VARCHAR(128) NULL,
  -- The person who made an account, and the last one who changed it. NULL: the seeds, or before this was kept.
  created_by BIGINT NULL,
  updated_by BIGINT NULL,
  created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  version INT NOT NULL DEFAULT 1,
  -- Face check at sign-in: on the provider's page or by the camera. NONE: no check.
  liveness VARCHAR(8) NOT NULL DEFAULT 'NONE',
  -- Limits of the cases that the person is handed, as JSON lists. NULL: any case.
  products TEXT NULL,
  loan_types TEXT NULL,
  app_systems TEXT NULL,
  affiliated_system VARCHAR(60) NULL,
  auto_reborrow TINYINT NOT NULL DEFAULT 0,
  -- Beginners are handed less. NULL: since the account was made.
  tenure_from DATE NULL,
  UNIQUE KEY username (username),
  KEY user_created (created_at),
  KEY user_group (group_id, role),
  KEY user_institution (institution_id, role),
  -- Lists of a hundred thousand people and a million sign-ins are read in the order of an index, and counted from it alone.
  KEY user_name (name),
  KEY user_queue (queue_id, enabled),
  KEY user_updated (updated_at)
);

-- Rights of a role in an institution. Without a row it has those of the institution above; a topmost institution without one
-- has the defaults of contract/permissions.ts.
CREATE TABLE role_grant (
  institution_id BIGINT NOT NULL,
  role VARCHAR(16) NOT NULL,
  permissions TEXT NOT NULL,
  menu TEXT NOT NULL,
  version INT NOT NULL DEFAULT 1,
  updated_by BIGINT NULL,
  updated_at DATETIME(3) NULL,
  PRIMARY KEY (institution_id, role)
);

-- One row. Commands that move rights lock it, so that they come one after the other; every process forgets what it knows of
-- rights when the number has changed.
CREATE TABLE rights_version (
  id TINYINT NOT NULL PRIMARY KEY,
  version BIGINT NOT NULL
);

-- The token itself is kept nowhere: token_hash is its SHA-256. Redis holds the same session for the hot path.
CREATE TABLE user_session (
  id BIGINT NOT NULL PRIMARY KEY,
  token_hash BINARY(32) NOT NULL,
  user_id BIGINT NOT NULL,
  kind VARCHAR(16) NOT NULL DEFAULT 'PERSON',
  pending TINYINT NOT NULL DEFAULT 0,
  created_at DATETIME(3) NOT NULL,
  last_seen_at DATETIME(3) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  ended_at DATETIME(3) NULL,
  end_reason VARCHAR(24) NULL,
  -- The sign-in that a session began with, and the faces refused in a row while it is pending.
  login_id BIGINT NULL,
  face_failures TINYINT NOT NULL DEFAULT 0,
  -- Opened by such a code: pending, and good for choosing the password alone.
  choosing TINYINT(1) NOT NULL DEFAULT 0,
  -- Where a session was opened from; null: not by a sign-in. A wallboard's has a label, and an end that use does not move.
  address VARCHAR(45) NULL,
  label VARCHAR(60) NULL,
  ends_at DATETIME(3) NULL,
  UNIQUE KEY token_hash (token_hash),
  -- Wallboards are counted without reading their rows.
  KEY user_session_kind (kind, ended_at, id, expires_at, user_id),
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
  -- PASSED, FAILED; null when none was asked for.
  liveness VARCHAR(8) NULL,
  -- A sign-in's checks, and the institution they were charged to.
  live_checks INT NOT NULL DEFAULT 0,
  face_checks INT NOT NULL DEFAULT 0,
  institution_id BIGINT NULL,
  KEY login_audit_address (address, at, id, institution_id, user_id),
  KEY login_audit_at (at, id, institution_id, user_id),
  KEY login_audit_institution (institution_id, at, id, user_id),
  KEY login_audit_result (result, at, id, institution_id, user_id),
  KEY login_audit_user (user_id, at),
  KEY login_audit_username (username, at, id, institution_id, user_id)
);

-- The hash of the code by which a person chooses an own password after a reset, until it is used or expires.
CREATE TABLE activation_code (
  user_id BIGINT NOT NULL PRIMARY KEY,
  code_hash BINARY(32) NOT NULL,
  expires_at DATETIME(3) NOT NULL
);

-- One key for each 30 days, made by whichever server needs it first. The private key is sealed with the data key.
CREATE TABLE login_key (
  key_id VARCHAR(24) NOT NULL PRIMARY KEY,
  period INT NOT NULL,
  public_key TEXT NOT NULL,
  private_key BLOB NOT NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY period (period)
);

-- Captchas, password nonces and proofs of work carry their own contents and end: only that one was used stands here.
CREATE TABLE spent_ticket (
  id BINARY(16) NOT NULL PRIMARY KEY,
  expires_at DATETIME(3) NOT NULL,
  KEY spent_ticket_end (expires_at)
);

-- The face checks that a person has left: whether a face is live, and whether it is theirs. No row: none was taken yet.
CREATE TABLE check_balance (
  user_id BIGINT NOT NULL PRIMARY KEY,
  live INT NOT NULL DEFAULT 100,
  face INT NOT NULL DEFAULT 100
);

-- kind: settings (one row, name ''), columns (one row for each table).
CREATE TABLE user_preference (
  user_id BIGINT NOT NULL,
  kind VARCHAR(12) NOT NULL,
  name VARCHAR(40) NOT NULL,
  value TEXT NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, kind, name)
);

-- `content` is the view's query, columns and density as JSON. A deleted one can be brought back for a day.
CREATE TABLE saved_view (
  id BIGINT NOT NULL PRIMARY KEY,
  owner_id BIGINT NOT NULL,
  shared_group_id BIGINT NULL,
  name VARCHAR(60) NOT NULL,
  content TEXT NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  deleted_at DATETIME(3) NULL,
  KEY saved_view_group (shared_group_id, deleted_at),
  KEY saved_view_owner (owner_id, deleted_at)
);

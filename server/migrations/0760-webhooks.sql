-- Addresses of other systems that are told what happens. The secret signs what is sent.
CREATE TABLE webhook (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  name VARCHAR(60) NOT NULL,
  address VARCHAR(300) NOT NULL,
  events TEXT NOT NULL,
  enabled TINYINT NOT NULL DEFAULT 1,
  secret_enc VARBINARY(160) NULL,
  starts VARCHAR(12) NULL,
  -- Of the own network: the two who agreed saw that.
  is_private TINYINT NOT NULL DEFAULT 0,
  -- Who chose where and what, and the other one who agreed.
  asked_by BIGINT NULL,
  approved_by BIGINT NULL,
  approved_at DATETIME(3) NULL,
  updated_by BIGINT NULL,
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  UNIQUE KEY webhook_name (institution_id, name)
);

-- How far a webhook has been told: the place in the chain of events.
CREATE TABLE webhook_state (
  webhook_id BIGINT NOT NULL PRIMARY KEY,
  seq BIGINT NOT NULL,
  failures INT NOT NULL DEFAULT 0,
  failing_since DATETIME(3) NULL,
  next_at DATETIME(3) NOT NULL,
  -- A worker sends until then.
  busy_until DATETIME(3) NULL
);

CREATE TABLE webhook_delivery (
  id BIGINT NOT NULL PRIMARY KEY,
  webhook_id BIGINT NOT NULL,
  first_seq BIGINT NOT NULL,
  last_seq BIGINT NOT NULL,
  events INT NOT NULL,
  status VARCHAR(8) NOT NULL,
  -- HTTP; null: none came.
  answer INT NULL,
  ms INT NOT NULL DEFAULT 0,
  at DATETIME(3) NOT NULL,
  KEY webhook_delivery_list (webhook_id, id),
  KEY webhook_delivery_again (status, id),
  KEY webhook_delivery_at (at)
);

-- Calls, and what the telephone supplier says of them.

-- *_at by the supplier's clock, but requested_at, asked_at and hangup_at, which are ours.
CREATE TABLE phone_call (
  id BIGINT NOT NULL PRIMARY KEY,
  -- OUT, IN
  direction VARCHAR(3) NOT NULL,
  -- REQUESTED, RINGING, ANSWERED, ENDED, FAILED
  state VARCHAR(10) NOT NULL,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  agent_id BIGINT NOT NULL,
  supplier VARCHAR(40) NOT NULL,
  extension_number VARCHAR(32) NOT NULL,
  supplier_call_id VARCHAR(64) NULL,
  case_id BIGINT NULL,
  borrower_id BIGINT NULL,
  contact_id BIGINT NULL,
  number_enc VARBINARY(96) NULL,
  number_mask VARCHAR(24) NOT NULL,
  receipt_id BIGINT NULL,
  requested_at DATETIME(3) NOT NULL,
  asked_at DATETIME(3) NULL,
  ringing_at DATETIME(3) NULL,
  answered_at DATETIME(3) NULL,
  ended_at DATETIME(3) NULL,
  hangup_at DATETIME(3) NULL,
  hangup_reason VARCHAR(16) NULL,
  reason VARCHAR(16) NULL,
  hung_up_by VARCHAR(8) NULL,
  -- Who said that it is over: US, FAILED, ENDED; a later one knows better.
  closed_by VARCHAR(8) NULL,
  recording_url VARCHAR(500) NULL,
  -- The sealed file's name.
  recording VARCHAR(64) NULL,
  version INT NOT NULL DEFAULT 1,
  -- A collector makes one call at a time.
  dialling_agent_id BIGINT AS (
    IF(direction = 'OUT' AND state IN ('REQUESTED', 'RINGING', 'ANSWERED'), agent_id, NULL)
  ) STORED,
  is_live TINYINT AS (IF(state IN ('REQUESTED', 'RINGING', 'ANSWERED'), 1, NULL)) STORED,
  unpulled TINYINT AS (IF(recording_url IS NOT NULL AND recording IS NULL, 1, NULL)) STORED,
  UNIQUE KEY phone_call_dialling (dialling_agent_id),
  UNIQUE KEY phone_call_supplier (supplier, supplier_call_id),
  KEY phone_call_live (is_live, requested_at),
  KEY phone_call_unpulled (unpulled, requested_at),
  KEY phone_call_agent (agent_id, requested_at, id),
  KEY phone_call_group (group_id, requested_at, id),
  KEY phone_call_institution (institution_id, requested_at, id),
  KEY phone_call_case (case_id, requested_at, id)
);

-- Each message of the supplier as it came, sealed, for it names who calls. It is stored before anything is done with it.
CREATE TABLE call_report (
  id BIGINT NOT NULL PRIMARY KEY,
  supplier VARCHAR(40) NOT NULL,
  event_id VARCHAR(64) NOT NULL,
  supplier_call_id VARCHAR(64) NOT NULL,
  -- By our own key, when the supplier repeats it.
  call_id BIGINT NULL,
  type VARCHAR(12) NOT NULL,
  at DATETIME(3) NOT NULL,
  raw_enc BLOB NOT NULL,
  received_at DATETIME(3) NOT NULL,
  settled_at DATETIME(3) NULL,
  -- APPLIED, or EXPIRED when its call never appeared.
  outcome VARCHAR(8) NULL,
  UNIQUE KEY call_report_event (supplier, event_id),
  KEY call_report_call (supplier, supplier_call_id, settled_at),
  KEY call_report_waiting (settled_at, received_at)
);

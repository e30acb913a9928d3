-- Help that a collector asks for during a call. It waits until it is ended, or its call is.
CREATE TABLE help_request (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  agent_id BIGINT NOT NULL,
  call_id BIGINT NOT NULL,
  case_id BIGINT NULL,
  asked_at DATETIME(3) NOT NULL,
  passed_by BIGINT NULL,
  passed_to BIGINT NULL,
  status VARCHAR(10) NOT NULL DEFAULT 'WAITING',
  reason VARCHAR(10) NULL,
  ended_by BIGINT NULL,
  ended_at DATETIME(3) NULL,
  KEY help_request_call (call_id, id),
  KEY help_request_group (group_id, asked_at)
);

-- Who listened in to a running call, and whether its collector saw it. The sound is in no table and no file.
CREATE TABLE listening (
  id BIGINT NOT NULL PRIMARY KEY,
  ticket_hash BINARY(32) NOT NULL,
  user_id BIGINT NOT NULL,
  session_id BIGINT NOT NULL,
  call_id BIGINT NOT NULL,
  agent_id BIGINT NOT NULL,
  institution_id BIGINT NOT NULL,
  mode VARCHAR(8) NOT NULL,
  shown TINYINT NOT NULL,
  asked_at DATETIME(3) NOT NULL,
  begun_at DATETIME(3) NULL,
  ended_at DATETIME(3) NULL,
  end_reason VARCHAR(8) NULL,
  UNIQUE KEY listening_ticket (ticket_hash),
  KEY listening_agent (agent_id, ended_at),
  KEY listening_user (user_id, call_id, ended_at)
);

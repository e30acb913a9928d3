-- A plan of who gets which case is stored before anything moves: whoever goes on with it after a death does the rest.
CREATE TABLE allocation_run (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  queue_id BIGINT NOT NULL,
  -- A leader hands out to the own group; null: to everybody who works the queue.
  group_id BIGINT NULL,
  day DATE NOT NULL,
  seed INT NOT NULL,
  status VARCHAR(12) NOT NULL,
  running TINYINT AS (IF(status IN ('ASKED', 'RUNNING'), 1, NULL)) STORED,
  asked_by BIGINT NULL,
  asked_at DATETIME(3) NOT NULL,
  finished_at DATETIME(3) NULL,
  planned INT NOT NULL DEFAULT 0,
  left_over INT NOT NULL DEFAULT 0,
  recommended_seats INT NOT NULL DEFAULT 0,
  UNIQUE KEY allocation_run_one (queue_id, running),
  KEY allocation_run_institution (institution_id, id),
  KEY allocation_run_queue (queue_id, id)
);
CREATE TABLE allocation_seat (
  run_id BIGINT NOT NULL,
  agent_id BIGINT NOT NULL,
  cap INT NOT NULL,
  before_count INT NOT NULL,
  after_count INT NOT NULL,
  amount BIGINT NOT NULL,
  PRIMARY KEY (run_id, agent_id)
);
CREATE TABLE allocation_item (
  run_id BIGINT NOT NULL,
  -- The place in the plan, from 0.
  at INT NOT NULL,
  case_id BIGINT NOT NULL,
  case_version INT NOT NULL,
  amount BIGINT NOT NULL,
  agent_id BIGINT NULL,
  rule VARCHAR(16) NOT NULL,
  stratum VARCHAR(8) NOT NULL,
  before_count INT NOT NULL,
  cap INT NOT NULL,
  -- WAITING, DONE, SKIPPED (the case had changed, or the collector could not take it), LEFT (nobody had room)
  status VARCHAR(8) NOT NULL,
  reason VARCHAR(32) NULL,
  PRIMARY KEY (run_id, at),
  KEY allocation_item_agent (run_id, agent_id, status, at),
  KEY allocation_item_case (case_id, run_id)
);
-- With the time, so that what a collector was given today is counted from the index alone.
ALTER TABLE collection_case
  DROP KEY case_queue_open,
  ADD KEY case_queue_open (queue_id, is_open, owner_id, opened_at, assigned_at, amount_due);

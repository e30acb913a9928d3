-- A team's day: score cards and boards, targets, hand-outs, rosters and availability.

-- The score card and the board's row. Changed in the transaction of the command, by one collector's events only.
CREATE TABLE collector_day (
  collector_id BIGINT NOT NULL,
  day DATE NOT NULL,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NOT NULL,
  queue_id BIGINT NOT NULL,
  ranked TINYINT NOT NULL,
  -- Id of the version that the day began with.
  indicator_version BIGINT NULL,
  target BIGINT NOT NULL,
  target_unit VARCHAR(8) NOT NULL,
  task_count INT NOT NULL DEFAULT 0,
  settled_count INT NOT NULL DEFAULT 0,
  payable_amount BIGINT NOT NULL DEFAULT 0,
  received_amount BIGINT NOT NULL DEFAULT 0,
  payment_count INT NOT NULL DEFAULT 0,
  payment_amount BIGINT NOT NULL DEFAULT 0,
  handled_count INT NOT NULL DEFAULT 0,
  handled_paid_count INT NOT NULL DEFAULT 0,
  version INT NOT NULL DEFAULT 1,
  PRIMARY KEY (collector_id, day),
  KEY collector_day_group (group_id, day, queue_id)
);

-- Facts of one case in a collector's day: member of R, touched, paid, settled.
CREATE TABLE collector_day_case (
  collector_id BIGINT NOT NULL,
  day DATE NOT NULL,
  case_id BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  in_base TINYINT NOT NULL,
  acted TINYINT NOT NULL DEFAULT 0,
  paid TINYINT NOT NULL DEFAULT 0,
  settled TINYINT NOT NULL DEFAULT 0,
  PRIMARY KEY (collector_id, day, case_id),
  KEY collector_day_case_case (case_id, day)
);

-- A collector's day by product and platform of the loans, for a board that is narrowed by them. Folded by the relay from what
-- the commands note, in one transaction with its deletion: each change counts once.
CREATE TABLE collector_day_product (
  collector_id BIGINT NOT NULL,
  day DATE NOT NULL,
  product VARCHAR(60) NOT NULL,
  platform VARCHAR(8) NOT NULL,
  bound INT NOT NULL DEFAULT 0,
  settled INT NOT NULL DEFAULT 0,
  payable BIGINT NOT NULL DEFAULT 0,
  received BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (collector_id, day, product, platform)
);

-- Additions of a command to a collector's day by one case. Only inserted into, so that no command waits for another.
CREATE TABLE collector_day_product_change (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  collector_id BIGINT NOT NULL,
  day DATE NOT NULL,
  case_id BIGINT NOT NULL,
  bound INT NOT NULL,
  settled INT NOT NULL,
  payable BIGINT NOT NULL,
  received BIGINT NOT NULL,
  -- A team's board reads what is not added up yet by its own collectors alone.
  KEY collector_day_product_change_day (collector_id, day)
);

-- Folded by the relay after the event; apart from collector_day, so that ranking never waits for a command.
CREATE TABLE collector_rank (
  collector_id BIGINT NOT NULL,
  day DATE NOT NULL,
  group_id BIGINT NOT NULL,
  ranking INT NULL,
  ranked_count INT NOT NULL,
  -- A card's version is the sum of this one and collector_day's: both only grow.
  version INT NOT NULL DEFAULT 1,
  PRIMARY KEY (collector_id, day),
  KEY collector_rank_group (group_id, day)
);

-- Folded by the relay in the transaction that empties the outbox: each event counts once.
CREATE TABLE group_hour (
  group_id BIGINT NOT NULL,
  day DATE NOT NULL,
  hour TINYINT NOT NULL,
  received_amount BIGINT NOT NULL,
  PRIMARY KEY (group_id, day, hour)
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
  version INT NOT NULL DEFAULT 1,
  enabled TINYINT NOT NULL DEFAULT 1,
  updated_by BIGINT NULL,
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)
);

-- Amounts due and received of a day's cases, by queue and stratum: a case's expected value goes by the last 30 days.
CREATE TABLE recovery_day (
  day DATE NOT NULL,
  queue_id BIGINT NOT NULL,
  -- As allocation.rules.ts names it.
  stratum VARCHAR(8) NOT NULL,
  cases INT NOT NULL,
  -- Centavos: what was due when a case entered the collector's day, and what was received towards it on that day.
  amount BIGINT NOT NULL,
  received BIGINT NOT NULL,
  PRIMARY KEY (day, queue_id, stratum)
);

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
  -- Seats that would hold what a run had to leave.
  missing_seats INT NOT NULL DEFAULT 0,
  KEY allocation_run_institution (institution_id, id),
  KEY allocation_run_newest (asked_at, id, asked_by),
  UNIQUE KEY allocation_run_one (queue_id, running),
  KEY allocation_run_person (asked_by, asked_at),
  KEY allocation_run_queue (queue_id, id)
);

CREATE TABLE allocation_seat (
  run_id BIGINT NOT NULL,
  agent_id BIGINT NOT NULL,
  cap INT NOT NULL,
  before_count INT NOT NULL,
  after_count INT NOT NULL,
  amount BIGINT NOT NULL,
  -- Centavos that a day with the given cases is expected to bring; NULL while nothing is known.
  expected BIGINT NULL,
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

-- Plan of a queue's day. NULL: the queue's own value.
CREATE TABLE seat_plan (
  day DATE NOT NULL,
  queue_id BIGINT NOT NULL,
  case_allocation INT NULL,
  expected_reminder_cases INT NULL,
  per_capita_min INT NULL,
  per_capita_max INT NULL,
  min_seats INT NULL,
  max_seats INT NULL,
  expected_staff INT NULL,
  PRIMARY KEY (day, queue_id)
);

-- People of a day. An institution without a row of the day has no schedule for it: then everybody is on duty.
CREATE TABLE seat_day (
  day DATE NOT NULL,
  user_id BIGINT NOT NULL,
  institution_id BIGINT NOT NULL,
  status VARCHAR(12) NOT NULL,
  version INT NOT NULL DEFAULT 1,
  -- When the person's state of the day was said (NULL: from the beginning of the day), and when what it means for the person's
  -- cases was done.
  since DATETIME(3) NULL,
  done_at DATETIME(3) NULL,
  PRIMARY KEY (day, user_id),
  KEY seat_day_institution (institution_id, day)
);

-- A plan for a day's queues, with its expected result and the rows that stood there before.
CREATE TABLE applied_plan (
  id BIGINT NOT NULL PRIMARY KEY,
  day DATE NOT NULL,
  institution_id BIGINT NOT NULL,
  -- A leader plans for the own group; NULL: for everybody who works the queues.
  group_id BIGINT NULL,
  applied_by BIGINT NOT NULL,
  applied_at DATETIME(3) NOT NULL,
  undone_at DATETIME(3) NULL,
  -- JSON: what was written, and what it replaced.
  written TEXT NOT NULL,
  KEY applied_plan_day (day, institution_id)
);

CREATE TABLE applied_plan_queue (
  plan_id BIGINT NOT NULL,
  queue_id BIGINT NOT NULL,
  -- Centavos; NULL: as the indicators say.
  target BIGINT NULL,
  -- JSON: the figures that it was applied for.
  figures TEXT NOT NULL,
  PRIMARY KEY (plan_id, queue_id),
  KEY applied_plan_queue_of (queue_id, plan_id)
);

CREATE TABLE schedule_upload (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  uploaded_by BIGINT NOT NULL,
  -- Scope of the people and queues it may name: the sender's rights as they were then.
  scope MEDIUMTEXT NOT NULL,
  file_name VARCHAR(200) NOT NULL,
  -- Until it is read.
  file LONGBLOB NULL,
  status VARCHAR(12) NOT NULL,
  failure VARCHAR(64) NULL,
  plan_rows INT NOT NULL DEFAULT 0,
  people_rows INT NOT NULL DEFAULT 0,
  refused INT NOT NULL DEFAULT 0,
  uploaded_at DATETIME(3) NOT NULL,
  finished_at DATETIME(3) NULL,
  -- From when to when an applied schedule goes; NULL of those before this was kept, and of what was refused.
  first_day DATE NULL,
  last_day DATE NULL,
  KEY schedule_upload_newest (uploaded_at, id, uploaded_by),
  KEY schedule_upload_person (uploaded_by, uploaded_at)
);

-- How far an upload is, beside its row, which is locked while the file is applied.
CREATE TABLE schedule_progress (
  upload_id BIGINT NOT NULL PRIMARY KEY,
  rows_total INT NOT NULL,
  rows_read INT NOT NULL,
  rows_written INT NOT NULL
);

CREATE TABLE schedule_error (
  upload_id BIGINT NOT NULL,
  -- The place in the file, from 0.
  at INT NOT NULL,
  sheet VARCHAR(8) NOT NULL,
  cell VARCHAR(12) NOT NULL,
  field VARCHAR(24) NOT NULL,
  reason VARCHAR(12) NOT NULL,
  PRIMARY KEY (upload_id, at)
);

-- A collector's availability by the own browsers. Without a row: AWAY. How long a browser may be silent is kept in Redis.
CREATE TABLE presence (
  collector_id BIGINT NOT NULL PRIMARY KEY,
  state VARCHAR(8) NOT NULL,
  since DATETIME(3) NOT NULL,
  version INT NOT NULL DEFAULT 1
);

-- The days, change by change: what the events presence.changed say, found by collector and time.
CREATE TABLE presence_change (
  collector_id BIGINT NOT NULL,
  since DATETIME(3) NOT NULL,
  state VARCHAR(8) NOT NULL,
  PRIMARY KEY (collector_id, since)
);

-- The event spine and the live read models it feeds.

-- Append-only. Ids are given at insert, not at commit, so nobody reads it by "id > last seen": the outbox says what is new.
CREATE TABLE domain_event (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(48) NOT NULL,
  subject_type VARCHAR(16) NOT NULL,
  subject_id BIGINT NOT NULL,
  case_id BIGINT NULL,
  actor_id BIGINT NULL,
  payload LONGTEXT NOT NULL,
  request_id VARCHAR(40) NULL,
  effective_at DATETIME(3) NOT NULL,
  recorded_at DATETIME(3) NOT NULL,
  KEY domain_event_case (case_id, id),
  KEY domain_event_subject (subject_type, subject_id, id),
  KEY domain_event_recorded (recorded_at, id)
);

CREATE TABLE outbox (
  event_id BIGINT NOT NULL PRIMARY KEY
);

-- The score card and the board's row. Changed in the transaction of the command, by one collector's events only.
CREATE TABLE collector_day (
  collector_id BIGINT NOT NULL,
  day DATE NOT NULL,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NOT NULL,
  queue_id BIGINT NOT NULL,
  ranked TINYINT NOT NULL,
  indicator_version INT NULL,
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

-- What a collector's day says of one case: member of R, touched, paid, settled.
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

-- Folded by the relay in the transaction that empties the outbox: each event counts once.
CREATE TABLE group_hour (
  group_id BIGINT NOT NULL,
  day DATE NOT NULL,
  hour TINYINT NOT NULL,
  received_amount BIGINT NOT NULL,
  PRIMARY KEY (group_id, day, hour)
);

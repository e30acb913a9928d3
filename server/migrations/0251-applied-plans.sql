-- What somebody planned for a day's queues, with what it was expected to bring and what stood there before.
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

-- What a queue's day is planned to be. NULL: as the queue says.
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
-- Who works on a day. An institution without a row of the day has no schedule for it: then everybody is on duty.
CREATE TABLE seat_day (
  day DATE NOT NULL,
  user_id BIGINT NOT NULL,
  institution_id BIGINT NOT NULL,
  status VARCHAR(12) NOT NULL,
  version INT NOT NULL DEFAULT 1,
  PRIMARY KEY (day, user_id),
  KEY seat_day_institution (institution_id, day)
);
CREATE TABLE schedule_upload (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  uploaded_by BIGINT NOT NULL,
  -- Whose people and queues it may name: the rights of who sent it, as they were then.
  scope TEXT NOT NULL,
  file_name VARCHAR(200) NOT NULL,
  -- Until it is read.
  file LONGBLOB NULL,
  status VARCHAR(12) NOT NULL,
  failure VARCHAR(64) NULL,
  rows_total INT NOT NULL DEFAULT 0,
  rows_read INT NOT NULL DEFAULT 0,
  plan_rows INT NOT NULL DEFAULT 0,
  people_rows INT NOT NULL DEFAULT 0,
  refused INT NOT NULL DEFAULT 0,
  uploaded_at DATETIME(3) NOT NULL,
  finished_at DATETIME(3) NULL
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

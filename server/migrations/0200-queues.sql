-- A queue is open or closed, and says how its cases are handed out when the schedule of a day says nothing else.
ALTER TABLE queue
  ADD COLUMN open TINYINT NOT NULL DEFAULT 1,
  ADD COLUMN planned_cases INT NULL,
  ADD COLUMN per_capita_min INT NOT NULL DEFAULT 0,
  ADD COLUMN per_capita_max INT NOT NULL DEFAULT 120,
  ADD COLUMN seats_min INT NOT NULL DEFAULT 0,
  ADD COLUMN seats_max INT NULL,
  -- Working days that a new case may wait for its first action.
  ADD COLUMN first_action_days INT NOT NULL DEFAULT 1;
-- A queue's own cases: how many wait, since when, and how many each collector has, from the index alone.
ALTER TABLE collection_case ADD KEY case_queue_open (queue_id, is_open, owner_id, opened_at, amount_due);
ALTER TABLE user ADD KEY user_queue (queue_id, enabled);

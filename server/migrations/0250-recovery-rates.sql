-- What the cases of a day owed and what they brought, by queue and stratum: a case's expected value goes by the last 30 days.
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
-- Centavos that a day with the given cases is expected to bring; NULL while nothing is known.
ALTER TABLE allocation_seat ADD COLUMN expected BIGINT NULL;
-- Seats that would hold what a run had to leave.
ALTER TABLE allocation_run ADD COLUMN missing_seats INT NOT NULL DEFAULT 0;
-- With the kind and the due date, so that a queue's cases are counted by stratum from the index alone.
ALTER TABLE collection_case
  DROP KEY case_queue_open,
  ADD KEY case_queue_open (queue_id, is_open, owner_id, opened_at, assigned_at, amount_due, due_date, kind);

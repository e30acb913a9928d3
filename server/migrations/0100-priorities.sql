-- What a collector's list is ordered by, and what it can be filtered by besides.
ALTER TABLE collection_case
  -- When the last promise was broken; over as soon as somebody has spoken to the borrower again.
  ADD COLUMN promise_broken_at DATETIME(3) NULL AFTER promise_due,
  -- The loan item's, repeated here as the borrower's name is.
  ADD COLUMN app_name VARCHAR(60) NOT NULL DEFAULT '' AFTER loan_no,
  -- All that the order of a person's own open cases asks for: a few hundred entries are scored without reading a row.
  ADD KEY case_owner_priority (
    owner_id, is_open, status, next_follow_up_at, promise_due, promise_broken_at, amount_due, due_date, last_call_at,
    last_call_result, hold_until, id
  ),
  ADD KEY case_institution_app (institution_id, app_name, is_open, due_date, id);
UPDATE collection_case c JOIN loan_item l ON l.id = c.loan_item_id SET c.app_name = l.app_name;

-- Append-only: the highest version of an institution is in force; without a row the defaults are.
CREATE TABLE priority_weights (
  institution_id BIGINT NOT NULL,
  version INT NOT NULL,
  weights TEXT NOT NULL,
  changed_by BIGINT NULL,
  changed_at DATETIME(3) NOT NULL,
  PRIMARY KEY (institution_id, version)
);

-- A case claims what is due: the rows of the plan whose day has come, or all of them once the loan was accelerated.
ALTER TABLE plan_row
  -- 1: the row is in the amount of its loan's case.
  ADD COLUMN claimed TINYINT NOT NULL DEFAULT 0,
  ADD COLUMN falls_due_on DATE AS (
    IF(claimed = 0 AND paid < principal + interest + penalty + iva, due_date, NULL)
  ) STORED,
  ADD KEY plan_row_falls_due (falls_due_on, loan_item_id);

ALTER TABLE loan_item
  -- Where its next case opens.
  ADD COLUMN queue_id BIGINT NULL,
  -- The day from which the whole balance is claimed.
  ADD COLUMN accelerated_on DATE NULL;

UPDATE loan_item i
SET queue_id = (
  SELECT c.queue_id FROM collection_case c
  WHERE c.loan_item_id IN (i.id, i.lead_item_id)
  ORDER BY c.loan_item_id = i.id DESC, c.id DESC LIMIT 1
);

-- Of a case that ended in the borrower's long-aging case: that one.
ALTER TABLE collection_case ADD COLUMN merged_into BIGINT NULL;

UPDATE collection_case c
  JOIN loan_item i ON i.id = c.loan_item_id AND i.lead_item_id IS NOT NULL
  JOIN collection_case l ON l.loan_item_id = i.lead_item_id AND l.kind = 'LONG_AGING'
SET c.merged_into = l.id
WHERE c.status = 'C30';

ALTER TABLE payment
  -- What of it paid the due, an extension's fee among it, and what of it paid rows that were not due yet.
  ADD COLUMN towards_due BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN prepaid BIGINT NOT NULL DEFAULT 0,
  -- The oldest due date that it found unpaid; NULL before this was kept.
  ADD COLUMN due_since DATE NULL;

UPDATE payment SET towards_due = amount;

ALTER TABLE product_terms
  -- The day from whose 00:00 on its loans are accelerated; NULL: they are not. A change of terms names the next day.
  ADD COLUMN acceleration_from DATE NULL,
  -- Days past due from which the whole balance is claimed.
  ADD COLUMN after_days SMALLINT NOT NULL DEFAULT 0;

-- What its text asks for; NULL when it names no amount, and before this was kept.
ALTER TABLE message ADD COLUMN asked_amount BIGINT NULL;

-- An extended loan is found by its plan, as any other that falls due.
ALTER TABLE extension
  DROP KEY extension_due_again,
  DROP COLUMN due_again_on,
  DROP COLUMN cleared,
  DROP COLUMN next_case_id;

-- Cases that claim by the older rule, the whole plan, until they are restated.
CREATE TABLE case_to_restate (case_id BIGINT NOT NULL PRIMARY KEY);

INSERT INTO case_to_restate
SELECT id FROM collection_case WHERE status IN ('C00', 'C01', 'C10', 'C20', 'C40');

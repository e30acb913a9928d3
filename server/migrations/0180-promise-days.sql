-- On a promise's day the borrower is reminded, where the queue names a text for it, and the card debited, where the product allows it.
ALTER TABLE promise ADD COLUMN reminded_at DATETIME(3) NULL;
-- Its text has known parameters only; null: nobody is reminded.
ALTER TABLE queue ADD COLUMN reminder_template_id BIGINT NULL;
ALTER TABLE product_terms ADD COLUMN automatic_debit TINYINT NOT NULL DEFAULT 0;
ALTER TABLE deduction
  -- Null: the system, on the day of `promise_id`; one for each promise.
  MODIFY requested_by BIGINT NULL,
  ADD COLUMN promise_id BIGINT NULL,
  ADD UNIQUE KEY deduction_promise (promise_id);

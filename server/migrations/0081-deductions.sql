-- Direct debits of the stored card that collectors asked for. A success is also a payment, in the same transaction.
CREATE TABLE deduction (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  loan_item_id BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  whole TINYINT NOT NULL,
  -- 0 initialised, 1 failed, 2 success
  status TINYINT NOT NULL,
  reason VARCHAR(16) NULL,
  payment_id BIGINT NULL,
  requested_by BIGINT NOT NULL,
  requested_at DATETIME(3) NOT NULL,
  -- The provider took it; the result comes by its callback.
  submitted_at DATETIME(3) NULL,
  ended_at DATETIME(3) NULL,
  -- One debit of a loan item at a time.
  open_loan_item_id BIGINT AS (IF(status = 0, loan_item_id, NULL)) STORED,
  UNIQUE KEY deduction_one_open (open_loan_item_id),
  KEY deduction_loan_item (loan_item_id, id),
  KEY deduction_waiting (status, requested_at)
);

-- The provider's messages by their own number: a repeated one changes nothing.
CREATE TABLE deduction_event (
  event_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
  deduction_id BIGINT NOT NULL,
  status VARCHAR(8) NOT NULL,
  amount BIGINT NOT NULL,
  at DATETIME(3) NOT NULL,
  received_at DATETIME(3) NOT NULL,
  KEY deduction_event_deduction (deduction_id)
);

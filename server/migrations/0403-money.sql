-- Payments and everything they are made of or lead to. Amounts are integer centavos.

CREATE TABLE payment (
  id BIGINT NOT NULL PRIMARY KEY,
  -- Numbers of others are compared byte by byte: "aB1" and "Ab1" are two payments, and a lender's "x-1" is not its "X-1".
  provider_reference VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  type VARCHAR(10) NOT NULL,
  original_id BIGINT NULL,
  reversed_amount BIGINT NOT NULL DEFAULT 0,
  loan_item_id BIGINT NOT NULL,
  case_id BIGINT NULL,
  amount BIGINT NOT NULL,
  channel VARCHAR(8) NOT NULL,
  log_type TINYINT NOT NULL DEFAULT 1,
  credited_to BIGINT NULL,
  -- Institution of the credited collector, so that a day's payments of an institution are one range.
  credited_institution_id BIGINT NULL,
  value_at DATETIME(3) NOT NULL,
  posted_at DATETIME(3) NOT NULL,
  -- Amount due on the loan item just before.
  due_before BIGINT NOT NULL,
  -- How it was spread over the plan: [[period, centavos]]; a reversal takes back by it.
  spread TEXT NOT NULL,
  -- Parts that paid the due, an extension's fee included, and rows that were not due yet.
  towards_due BIGINT NOT NULL DEFAULT 0,
  prepaid BIGINT NOT NULL DEFAULT 0,
  -- The oldest due date that it found unpaid; NULL before this was kept.
  due_since DATE NULL,
  KEY payment_case (case_id, id),
  KEY payment_credit (credited_to, posted_at),
  KEY payment_institution (credited_institution_id, type, posted_at, case_id),
  KEY payment_loan_item (loan_item_id, id),
  UNIQUE KEY provider_reference (provider_reference)
);

CREATE TABLE refund (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  payment_id BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  status VARCHAR(12) NOT NULL,
  opened_at DATETIME(3) NOT NULL,
  -- How a refund ended: paid back by a transfer and its voucher, or rejected for a reason. The case goes back to
  -- status_before.
  status_before VARCHAR(3) NOT NULL DEFAULT 'C31',
  reference VARCHAR(64) NULL,
  voucher VARCHAR(64) NULL,
  reason VARCHAR(200) NULL,
  decided_by BIGINT NULL,
  decided_at DATETIME(3) NULL,
  version INT NOT NULL DEFAULT 1,
  KEY refund_case (case_id),
  KEY refund_status (status, opened_at)
);

-- Codes that a borrower pays by. A reference is personal data: *_enc, found again by *_hash, shown by *_mask.
CREATE TABLE repayment_code (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  loan_item_id BIGINT NOT NULL,
  extension_id BIGINT NULL,
  purpose VARCHAR(10) NOT NULL,
  channel VARCHAR(8) NOT NULL,
  amount BIGINT NOT NULL,
  custom TINYINT NOT NULL,
  -- The most that could have been asked for when it was requested.
  maximum_amount BIGINT NOT NULL,
  paid BIGINT NOT NULL DEFAULT 0,
  status VARCHAR(12) NOT NULL,
  reason VARCHAR(16) NULL,
  reference_enc VARBINARY(96) NULL,
  reference_hash BINARY(16) NULL,
  reference_mask VARCHAR(24) NULL,
  barcode_enc VARBINARY(96) NULL,
  requested_by BIGINT NULL,
  requested_at DATETIME(3) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  ended_at DATETIME(3) NULL,
  updated_at DATETIME(3) NOT NULL,
  -- The case, as long as money is asked for by it.
  live_case_id BIGINT AS (IF(status IN ('REQUESTED', 'ACTIVE'), case_id, NULL)) STORED,
  UNIQUE KEY reference_hash (reference_hash),
  KEY repayment_code_case (case_id, purpose, channel, id),
  KEY repayment_code_expiry (status, expires_at),
  KEY repayment_code_extension (extension_id),
  KEY repayment_code_live (live_case_id),
  KEY repayment_code_waiting (status, requested_at)
);

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
  -- Null: the system, on the day of `promise_id`; one for each promise.
  requested_by BIGINT NULL,
  requested_at DATETIME(3) NOT NULL,
  -- The provider took it; the result comes by its callback.
  submitted_at DATETIME(3) NULL,
  ended_at DATETIME(3) NULL,
  -- One debit of a loan item at a time.
  open_loan_item_id BIGINT AS (IF(status = 0, loan_item_id, NULL)) STORED,
  promise_id BIGINT NULL,
  KEY deduction_loan_item (loan_item_id, id),
  UNIQUE KEY deduction_one_open (open_loan_item_id),
  UNIQUE KEY deduction_promise (promise_id),
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

-- a person clears it with the provider.
CREATE TABLE deduction_double (
  id BIGINT NOT NULL PRIMARY KEY,
  deduction_id BIGINT NOT NULL,
  charge_id VARCHAR(48) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  amount BIGINT NOT NULL,
  at DATETIME(3) NOT NULL,
  received_at DATETIME(3) NOT NULL,
  UNIQUE KEY deduction_double_charge (deduction_id, charge_id)
);

-- Terms of a product, an extension's cost among them; a product without a row has the defaults of extension.rules.ts.
CREATE TABLE product_terms (
  -- Terms of a product belong to an institution and those below it, and are versions by the day from which they hold.
  id BIGINT NOT NULL PRIMARY KEY,
  product_category VARCHAR(60) NOT NULL,
  extension_percent DECIMAL(5,2) NOT NULL,
  extension_days SMALLINT NOT NULL,
  extension_limit SMALLINT NOT NULL,
  version INT NOT NULL DEFAULT 1,
  -- Days past due from which the whole balance is claimed.
  after_days SMALLINT NULL,
  institution_id BIGINT NOT NULL,
  effective_from DATE NOT NULL,
  updated_by BIGINT NULL,
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  automatic_debit TINYINT NOT NULL DEFAULT 0,
  UNIQUE KEY product_terms_day (product_category, institution_id, effective_from)
);

CREATE TABLE extension (
  id BIGINT NOT NULL PRIMARY KEY,
  case_id BIGINT NOT NULL,
  loan_item_id BIGINT NOT NULL,
  percent DECIMAL(5,2) NOT NULL,
  due_amount BIGINT NOT NULL,
  fee BIGINT NOT NULL,
  days SMALLINT NOT NULL,
  status VARCHAR(10) NOT NULL,
  requested_by BIGINT NOT NULL,
  requested_at DATETIME(3) NOT NULL,
  expires_at DATETIME(3) NOT NULL,
  applied_at DATETIME(3) NULL,
  payment_id BIGINT NULL,
  -- By how many days the unpaid periods moved, and where the oldest of them went.
  shift_days SMALLINT NULL,
  new_due_date DATE NULL,
  waiting_case_id BIGINT AS (IF(status = 'REQUESTED', case_id, NULL)) STORED,
  KEY extension_case (case_id, id),
  KEY extension_expiry (status, expires_at),
  KEY extension_loan_item (loan_item_id, status),
  KEY extension_waiting (waiting_case_id),
  UNIQUE KEY payment_id (payment_id)
);

-- What an extension costs and gives, by product; a product without a row has the defaults of extension.rules.ts.
CREATE TABLE product_terms (
  product_category VARCHAR(60) NOT NULL PRIMARY KEY,
  extension_percent DECIMAL(5,2) NOT NULL,
  extension_days SMALLINT NOT NULL,
  extension_limit SMALLINT NOT NULL
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
  payment_id BIGINT NULL UNIQUE,
  -- By how many days the unpaid periods moved, and where the oldest of them went.
  shift_days SMALLINT NULL,
  new_due_date DATE NULL,
  next_case_id BIGINT NULL,
  KEY extension_case (case_id, id),
  KEY extension_loan_item (loan_item_id, status),
  KEY extension_expiry (status, expires_at),
  KEY extension_next (status, next_case_id, new_due_date)
);

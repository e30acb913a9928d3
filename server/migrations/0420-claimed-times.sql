-- When a provider said that money was paid, where that can not be: the payment counts from its receipt (payment.value_at).
CREATE TABLE payment_claim (
  payment_id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  claimed_at DATETIME(3) NOT NULL,
  -- AHEAD, BEFORE_LOAN
  reason VARCHAR(12) NOT NULL,
  KEY payment_claim_institution (institution_id, payment_id)
);

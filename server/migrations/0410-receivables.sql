-- Where the money of a payment that paid no row went, so that amount = spread + fee + refunded + receivable; of a reversal,
-- where it was taken back from.
ALTER TABLE payment
  -- An extension's fee.
  ADD COLUMN fee BIGINT NOT NULL DEFAULT 0,
  -- To a refund; back from refunds that nobody had paid out.
  ADD COLUMN refunded BIGINT NOT NULL DEFAULT 0,
  -- Closed receivables; opened one.
  ADD COLUMN receivable BIGINT NOT NULL DEFAULT 0;

ALTER TABLE refund
  -- NULL: of a loan that had no case yet.
  MODIFY COLUMN case_id BIGINT NULL,
  ADD COLUMN loan_item_id BIGINT NOT NULL DEFAULT 0,
  -- What reversals took back of it; amount is what is left.
  ADD COLUMN taken_back BIGINT NOT NULL DEFAULT 0,
  ADD KEY refund_loan_item (loan_item_id, id);

UPDATE refund r JOIN payment p ON p.id = r.payment_id
SET r.loan_item_id = p.loan_item_id, p.refunded = r.amount;

UPDATE payment p JOIN extension x ON x.payment_id = p.id SET p.fee = x.fee;

-- Money that was paid out as a refund and whose payment was taken back afterwards. It is asked for by nobody; a later
-- payment closes it, or two people write it off. What is owed of it is amount - paid - written_off.
CREATE TABLE receivable (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  loan_item_id BIGINT NOT NULL,
  case_id BIGINT NULL,
  refund_id BIGINT NOT NULL UNIQUE,
  amount BIGINT NOT NULL,
  paid BIGINT NOT NULL DEFAULT 0,
  written_off BIGINT NOT NULL DEFAULT 0,
  -- OPEN; PAID; WRITTEN_OFF, a part of it at least. More of the refund's payment taken back opens it again.
  status VARCHAR(12) NOT NULL,
  opened_at DATETIME(3) NOT NULL,
  -- Who asks for it to be written off, and why; NULL while nobody does.
  asked_by BIGINT NULL,
  asked_at DATETIME(3) NULL,
  reason VARCHAR(200) NULL,
  -- The last decision.
  decided_by BIGINT NULL,
  decided_at DATETIME(3) NULL,
  answer VARCHAR(200) NULL,
  version INT NOT NULL DEFAULT 1,
  KEY receivable_loan_item (loan_item_id, status, id),
  KEY receivable_case (case_id, status)
);

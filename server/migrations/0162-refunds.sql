-- How a refund ended: paid back by a transfer and its voucher, or rejected for a reason. The case goes back to status_before.
ALTER TABLE refund
  ADD COLUMN status_before VARCHAR(3) NOT NULL DEFAULT 'C31',
  ADD COLUMN reference VARCHAR(64) NULL,
  ADD COLUMN voucher VARCHAR(64) NULL,
  ADD COLUMN reason VARCHAR(200) NULL,
  ADD COLUMN decided_by BIGINT NULL,
  ADD COLUMN decided_at DATETIME(3) NULL,
  ADD COLUMN version INT NOT NULL DEFAULT 1,
  ADD KEY refund_status (status, opened_at);

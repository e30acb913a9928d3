-- A borrower's wish to be left alone: contact stops and what is known is hidden at once, and is erased when the kept time is
-- over. A borrower has one that lives. Erased rows keep money and decisions, and nothing that says who it was.
CREATE TABLE privacy_block (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  borrower_id BIGINT NOT NULL,
  case_id BIGINT NOT NULL,
  status VARCHAR(8) NOT NULL,
  received_on DATE NOT NULL,
  due_on DATE NOT NULL,
  erasable_on DATE NOT NULL,
  reason_enc VARBINARY(900) NULL,
  hold_id BIGINT NOT NULL,
  blocked_by BIGINT NOT NULL,
  blocked_at DATETIME(3) NOT NULL,
  asked_by BIGINT NULL,
  asked_at DATETIME(3) NULL,
  decided_by BIGINT NULL,
  decided_at DATETIME(3) NULL,
  answer_enc VARBINARY(900) NULL,
  ended_at DATETIME(3) NULL,
  live_borrower_id BIGINT AS (CASE WHEN status <> 'LIFTED' THEN borrower_id END) STORED,
  UNIQUE KEY privacy_block_live (live_borrower_id),
  KEY privacy_block_list (institution_id, status, due_on)
);

ALTER TABLE borrower ADD COLUMN blocked_at DATETIME(3) NULL;
ALTER TABLE borrower ADD COLUMN erased_at DATETIME(3) NULL;

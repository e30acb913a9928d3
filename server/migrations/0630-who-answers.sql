-- Until a collector says who answers, a call's case is shut to that person. `asks` is 0 for calls of before, which nobody is asked about.
ALTER TABLE phone_call
  ADD COLUMN asks TINYINT NOT NULL DEFAULT 0,
  -- BORROWER, NOT_HERE, WRONG_NUMBER, WILL_NOT_SAY; SKIPPED with a reason; RECORDED by a client that does not ask
  ADD COLUMN party VARCHAR(12) NULL,
  ADD COLUMN party_at DATETIME(3) NULL,
  ADD COLUMN party_skipped VARCHAR(200) NULL;
ALTER TABLE phone_call
  ADD COLUMN pending_agent_id BIGINT AS (IF(asks = 1 AND party IS NULL AND case_id IS NOT NULL
    AND (answered_at IS NOT NULL OR (direction = 'OUT' AND state IN ('REQUESTED', 'RINGING', 'ANSWERED'))), agent_id, NULL)) STORED,
  ADD KEY phone_call_pending (pending_agent_id, case_id);

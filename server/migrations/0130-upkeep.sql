-- What the recurring jobs look for stands in an index of its own, so that a look costs what is found and not what there is.

-- The purge goes by the day; who reads a limit names account or case.
ALTER TABLE message_count ADD KEY message_count_day (day);

-- NULL: nobody has looked the address up yet.
ALTER TABLE behaviour_record ADD KEY behaviour_unlooked (is_new, at);

ALTER TABLE repayment_code
  -- The case, as long as money is asked for by it.
  ADD COLUMN live_case_id BIGINT AS (IF(status IN ('REQUESTED', 'ACTIVE'), case_id, NULL)) STORED,
  ADD KEY repayment_code_live (live_case_id);

ALTER TABLE extension
  -- Its day had come and nothing was owed. What makes the loan owed again takes it back.
  ADD COLUMN cleared TINYINT NOT NULL DEFAULT 0,
  ADD COLUMN due_again_on DATE AS (IF(cleared = 0 AND next_case_id IS NULL, new_due_date, NULL)) STORED,
  ADD COLUMN waiting_case_id BIGINT AS (IF(status = 'REQUESTED', case_id, NULL)) STORED,
  DROP KEY extension_next,
  ADD KEY extension_due_again (due_again_on, id),
  ADD KEY extension_waiting (waiting_case_id);

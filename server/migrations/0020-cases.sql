-- When a case next wants its collector: the follow-up, or the day a promise falls due (00:00 in Mexico City, which has
-- been UTC-6 all year since October 2022). `due=now` of the list is one range on it.
ALTER TABLE collection_case
  ADD COLUMN action_at DATETIME(3) AS (
    IF(
      promise_due IS NULL,
      next_follow_up_at,
      IF(
        next_follow_up_at IS NULL OR next_follow_up_at > promise_due + INTERVAL 6 HOUR,
        promise_due + INTERVAL 6 HOUR,
        next_follow_up_at
      )
    )
  ) STORED,
  ADD KEY case_owner_action (owner_id, is_open, action_at, id, promise_due),
  ADD KEY case_group_action (group_id, is_open, action_at, id, promise_due),
  ADD KEY case_institution_action (institution_id, is_open, action_at, id, promise_due),
  -- With what a name search asks besides, so that a common name is filtered without reading its rows.
  DROP KEY case_institution_name,
  ADD KEY case_institution_name (institution_id, borrower_name, id, is_open, group_id);

-- Roles that see phone and identity numbers in full. A role without a row sees masks.
CREATE TABLE phone_policy (
  role VARCHAR(16) NOT NULL PRIMARY KEY,
  plain TINYINT NOT NULL
);

-- From how many days past due a queue's cases are long-aging; NULL: never, and none of them joins another queue's.
ALTER TABLE queue ADD COLUMN long_aging_dpd INT NULL DEFAULT 31;

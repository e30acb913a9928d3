-- A day's target follows the cases that come and go: each adds its share, in thousandths of a centavo or of a case.
ALTER TABLE collector_day
  ADD COLUMN target_fixed BIGINT NOT NULL DEFAULT 0 AFTER target, ADD COLUMN target_share BIGINT NOT NULL DEFAULT 0 AFTER payable_amount,
  -- JSON of TargetTerms; null: what cases come and go changes nothing.
  ADD COLUMN target_terms VARCHAR(255) NULL AFTER target_unit;
UPDATE collector_day SET target_fixed = target;
ALTER TABLE collector_day DROP COLUMN target;
ALTER TABLE collector_day ADD COLUMN target BIGINT AS
  (target_fixed + CASE target_unit WHEN 'cases' THEN (target_share + 999) DIV 1000 ELSE (target_share + 500) DIV 1000 END) VIRTUAL
  AFTER ranked;
ALTER TABLE collector_day_case ADD COLUMN share BIGINT NOT NULL DEFAULT 0 AFTER amount;

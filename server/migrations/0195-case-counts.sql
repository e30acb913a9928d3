-- How many cases an institution or a group has in each state, and how many open ones have promised for each day. The triggers
-- note every change in the transaction that makes it, the relay adds it up: docs/decisions/0019-kept-counts.md.
CREATE TABLE case_count (
  scope VARCHAR(11) NOT NULL,
  scope_id BIGINT NOT NULL,
  -- A state, or the day of a promise.
  bucket VARCHAR(10) NOT NULL,
  n BIGINT NOT NULL,
  PRIMARY KEY (scope, scope_id, bucket),
  KEY case_count_empty (n)
);

CREATE TABLE case_count_change (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  bucket VARCHAR(10) NOT NULL,
  n INT NOT NULL
);

-- A semicolon at the end of a line ends a statement, so a trigger's own stand within theirs. A case without a promise is
-- noted under '', which nobody counts.
CREATE TRIGGER case_counted_new AFTER INSERT ON collection_case FOR EACH ROW
  INSERT INTO case_count_change (institution_id, group_id, bucket, n) VALUES
    (NEW.institution_id, NEW.group_id, NEW.status, 1),
    (NEW.institution_id, NEW.group_id, IF(NEW.is_open, IFNULL(NEW.promise_due, ''), ''), 1);

CREATE TRIGGER case_counted_status AFTER UPDATE ON collection_case FOR EACH ROW
  IF NOT (OLD.institution_id = NEW.institution_id AND OLD.group_id <=> NEW.group_id AND OLD.status = NEW.status) THEN
    INSERT INTO case_count_change (institution_id, group_id, bucket, n) VALUES
      (OLD.institution_id, OLD.group_id, OLD.status, -1), (NEW.institution_id, NEW.group_id, NEW.status, 1); END IF;

CREATE TRIGGER case_counted_promise AFTER UPDATE ON collection_case FOR EACH ROW
  IF NOT (OLD.institution_id = NEW.institution_id AND OLD.group_id <=> NEW.group_id AND OLD.is_open = NEW.is_open
    AND OLD.promise_due <=> NEW.promise_due) THEN
    INSERT INTO case_count_change (institution_id, group_id, bucket, n) VALUES
      (OLD.institution_id, OLD.group_id, IF(OLD.is_open, IFNULL(OLD.promise_due, ''), ''), -1),
      (NEW.institution_id, NEW.group_id, IF(NEW.is_open, IFNULL(NEW.promise_due, ''), ''), 1); END IF;

CREATE TRIGGER case_counted_gone AFTER DELETE ON collection_case FOR EACH ROW
  INSERT INTO case_count_change (institution_id, group_id, bucket, n) VALUES
    (OLD.institution_id, OLD.group_id, OLD.status, -1),
    (OLD.institution_id, OLD.group_id, IF(OLD.is_open, IFNULL(OLD.promise_due, ''), ''), -1);

-- What there is, less what the triggers have noted since they exist: one statement sees one state of both.
INSERT INTO case_count_change (institution_id, group_id, bucket, n)
  SELECT institution_id, group_id, status, COUNT(*) FROM collection_case GROUP BY institution_id, group_id, status
  UNION ALL
  SELECT institution_id, group_id, promise_due, COUNT(*) FROM collection_case
    WHERE is_open = 1 AND promise_due IS NOT NULL GROUP BY institution_id, group_id, promise_due
  UNION ALL
  SELECT institution_id, group_id, bucket, -SUM(n) FROM case_count_change GROUP BY institution_id, group_id, bucket;

-- A name is looked for among the open cases, or the closed ones, and a leader's search needs no other groups' names.
ALTER TABLE collection_case
  DROP KEY case_institution_name,
  ADD KEY case_institution_name (institution_id, is_open, borrower_name, id, status),
  ADD KEY case_group_name (group_id, is_open, borrower_name, id, status);

-- Whose collector a payment was credited to, so that a day's payments of an institution are one range.
ALTER TABLE payment
  ADD COLUMN credited_institution_id BIGINT NULL AFTER credited_to,
  ADD KEY payment_institution (credited_institution_id, type, posted_at, case_id);
UPDATE payment p JOIN user u ON u.id = p.credited_to SET p.credited_institution_id = u.institution_id;

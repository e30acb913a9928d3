-- A case without a promise, before and after, is not noted: that was half of what handing out cases wrote here.
DROP TRIGGER case_counted_promise;
CREATE TRIGGER case_counted_promise AFTER UPDATE ON collection_case FOR EACH ROW
  IF NOT (OLD.promise_due IS NULL AND NEW.promise_due IS NULL)
    AND NOT (OLD.institution_id = NEW.institution_id AND OLD.group_id <=> NEW.group_id AND OLD.is_open = NEW.is_open
    AND OLD.promise_due <=> NEW.promise_due) THEN
    INSERT INTO case_count_change (institution_id, group_id, bucket, n) VALUES
      (OLD.institution_id, OLD.group_id, IF(OLD.is_open, IFNULL(OLD.promise_due, ''), ''), -1),
      (NEW.institution_id, NEW.group_id, IF(NEW.is_open, IFNULL(NEW.promise_due, ''), ''), 1); END IF;

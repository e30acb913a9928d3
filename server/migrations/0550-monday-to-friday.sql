-- The default is Monday to Friday from now on. Whoever went by the default before, with Saturday, has it as a version: receipts of
-- version 0 were judged by this document. An institution with a policy below gets none: it would bind those that have their own.
-- Chosen first: the triggers of guard_policy write institution, which the statement that fires them may not read.
CREATE TABLE old_default_policy (institution_id BIGINT NOT NULL PRIMARY KEY);

INSERT INTO old_default_policy (institution_id)
  SELECT i.id
  FROM institution i
  WHERE NOT EXISTS (SELECT 1 FROM (SELECT DISTINCT institution_id FROM guard_policy) g
      WHERE i.path LIKE CONCAT('%/', g.institution_id, '/%'))
    AND NOT EXISTS (SELECT 1 FROM (SELECT DISTINCT institution_id FROM guard_policy) g
      JOIN institution under ON under.id = g.institution_id WHERE under.path LIKE CONCAT(i.path, '%'));

INSERT INTO guard_policy (institution_id, version, document, note, created_by, created_at)
  SELECT o.institution_id, 1, '{"legalHours":{"known":{"from":"07:00","to":"22:00"},"unknown":{"from":"09:00","to":"21:00"}},"operatingHours":{"hours":{"from":"08:00","to":"20:00"},"days":[1,2,3,4,5,6],"onHolidays":false},"attempts":{"perDay":3,"perWeek":7,"apartMinutes":120},"conversations":{"perDay":1},"messages":{"perDay":2},"relations":["R01"]}',
    'MX', 0, NOW(3)
  FROM old_default_policy o;

DROP TABLE old_default_policy;

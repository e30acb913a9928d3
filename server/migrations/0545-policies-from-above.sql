-- Policies that bind an institution: its own newest, and those of the institutions above. JSON:
-- [{institutionId, version, policy, depth}], the depth growing downwards;
-- null: none. Triggers keep it, so that a tree or a policy that changes by any way cannot leave it behind.
CREATE TABLE policy_in_force (
  institution_id BIGINT NOT NULL PRIMARY KEY,
  levels MEDIUMTEXT NULL
);
INSERT INTO policy_in_force (institution_id, levels)
  SELECT i.id, (SELECT JSON_ARRAYAGG(JSON_OBJECT('institutionId', g.institution_id, 'version', g.version, 'policy', JSON_EXTRACT(g.document, '$'),
      'depth', LOCATE(CONCAT('/', g.institution_id, '/'), i.path)))
    FROM guard_policy g WHERE i.path LIKE CONCAT('%/', g.institution_id, '/%')
      AND g.version = (SELECT MAX(newest.version) FROM guard_policy newest WHERE newest.institution_id = g.institution_id))
  FROM institution i;

CREATE TRIGGER policy_in_force_policy AFTER INSERT ON guard_policy FOR EACH ROW
  REPLACE INTO policy_in_force (institution_id, levels)
  SELECT i.id, (SELECT JSON_ARRAYAGG(JSON_OBJECT('institutionId', g.institution_id, 'version', g.version, 'policy', JSON_EXTRACT(g.document, '$'),
      'depth', LOCATE(CONCAT('/', g.institution_id, '/'), i.path)))
    FROM guard_policy g WHERE i.path LIKE CONCAT('%/', g.institution_id, '/%')
      AND g.version = (SELECT MAX(newest.version) FROM guard_policy newest WHERE newest.institution_id = g.institution_id))
  FROM institution i WHERE i.path LIKE CONCAT('%/', NEW.institution_id, '/%');

CREATE TRIGGER policy_in_force_gone AFTER DELETE ON guard_policy FOR EACH ROW
  REPLACE INTO policy_in_force (institution_id, levels)
  SELECT i.id, (SELECT JSON_ARRAYAGG(JSON_OBJECT('institutionId', g.institution_id, 'version', g.version, 'policy', JSON_EXTRACT(g.document, '$'),
      'depth', LOCATE(CONCAT('/', g.institution_id, '/'), i.path)))
    FROM guard_policy g WHERE i.path LIKE CONCAT('%/', g.institution_id, '/%')
      AND g.version = (SELECT MAX(newest.version) FROM guard_policy newest WHERE newest.institution_id = g.institution_id))
  FROM institution i WHERE i.path LIKE CONCAT('%/', OLD.institution_id, '/%');

CREATE TRIGGER policy_in_force_new AFTER INSERT ON institution FOR EACH ROW
  REPLACE INTO policy_in_force (institution_id, levels)
  SELECT NEW.id, (SELECT JSON_ARRAYAGG(JSON_OBJECT('institutionId', g.institution_id, 'version', g.version, 'policy', JSON_EXTRACT(g.document, '$'),
      'depth', LOCATE(CONCAT('/', g.institution_id, '/'), NEW.path)))
    FROM guard_policy g WHERE NEW.path LIKE CONCAT('%/', g.institution_id, '/%')
      AND g.version = (SELECT MAX(newest.version) FROM guard_policy newest WHERE newest.institution_id = g.institution_id));

CREATE TRIGGER policy_in_force_moved AFTER UPDATE ON institution FOR EACH ROW
  REPLACE INTO policy_in_force (institution_id, levels)
  SELECT NEW.id, (SELECT JSON_ARRAYAGG(JSON_OBJECT('institutionId', g.institution_id, 'version', g.version, 'policy', JSON_EXTRACT(g.document, '$'),
      'depth', LOCATE(CONCAT('/', g.institution_id, '/'), NEW.path)))
    FROM guard_policy g WHERE NEW.path LIKE CONCAT('%/', g.institution_id, '/%')
      AND g.version = (SELECT MAX(newest.version) FROM guard_policy newest WHERE newest.institution_id = g.institution_id));

-- Levels that took part beside the institution's own version, as "institution:version" from the top; null: none.
ALTER TABLE contact_receipt ADD COLUMN policy_above VARCHAR(255) NULL;

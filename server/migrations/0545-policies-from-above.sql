-- Policies that bind an institution: its own newest, and those of the institutions above. JSON:
-- [{institutionId, version, policy, depth}], the depth growing downwards; null: none.
CREATE TABLE policy_in_force (
  institution_id BIGINT NOT NULL PRIMARY KEY,
  levels MEDIUMTEXT NULL
);

-- Triggers keep it, so that a tree or a policy that changes by any way cannot leave it behind. A row of an institution that is
-- written, even as it was, is worked out anew: a policy touches the institutions that it binds.
CREATE TRIGGER policy_in_force_new AFTER INSERT ON institution FOR EACH ROW
  REPLACE INTO policy_in_force (institution_id, levels)
  SELECT NEW.id, (SELECT JSON_ARRAYAGG(JSON_OBJECT('institutionId', g.institution_id, 'version', g.version,
      'policy', JSON_EXTRACT(g.document, '$'), 'depth', LOCATE(CONCAT('/', g.institution_id, '/'), NEW.path)))
    FROM guard_policy g WHERE NEW.path LIKE CONCAT('%/', g.institution_id, '/%')
      AND g.version = (SELECT MAX(newest.version) FROM guard_policy newest WHERE newest.institution_id = g.institution_id));

CREATE TRIGGER policy_in_force_moved AFTER UPDATE ON institution FOR EACH ROW
  REPLACE INTO policy_in_force (institution_id, levels)
  SELECT NEW.id, (SELECT JSON_ARRAYAGG(JSON_OBJECT('institutionId', g.institution_id, 'version', g.version,
      'policy', JSON_EXTRACT(g.document, '$'), 'depth', LOCATE(CONCAT('/', g.institution_id, '/'), NEW.path)))
    FROM guard_policy g WHERE NEW.path LIKE CONCAT('%/', g.institution_id, '/%')
      AND g.version = (SELECT MAX(newest.version) FROM guard_policy newest WHERE newest.institution_id = g.institution_id));

CREATE TRIGGER policy_in_force_policy AFTER INSERT ON guard_policy FOR EACH ROW
  UPDATE institution SET path = path WHERE path LIKE CONCAT('%/', NEW.institution_id, '/%');

CREATE TRIGGER policy_in_force_gone AFTER DELETE ON guard_policy FOR EACH ROW
  UPDATE institution SET path = path WHERE path LIKE CONCAT('%/', OLD.institution_id, '/%');

UPDATE institution SET path = path;

-- Levels that took part beside the institution's own version, as "institution:version" from the top; null: none.
ALTER TABLE contact_receipt ADD COLUMN policy_above VARCHAR(512) NULL;

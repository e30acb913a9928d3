-- What administrators configure: versions are only added. An institution without one goes by the nearest above it.
CREATE TABLE configuration (
  institution_id BIGINT NOT NULL,
  name VARCHAR(16) NOT NULL,
  version INT NOT NULL,
  document TEXT NOT NULL,
  changed_by BIGINT NULL,
  changed_at DATETIME(3) NOT NULL,
  PRIMARY KEY (institution_id, name, version)
);

-- Both held for everybody, so they go to the institutions at the top.
INSERT INTO configuration (institution_id, name, version, document, changed_at)
SELECT i.id, 'numbers', 1, JSON_OBJECT('roles', JSON_ARRAYAGG(p.role)), NOW(3)
FROM institution i JOIN phone_policy p ON p.plain = 1 WHERE i.parent_id IS NULL GROUP BY i.id;
INSERT INTO configuration (institution_id, name, version, document, changed_at)
SELECT i.id, 'addresses', 1, JSON_OBJECT('addresses', GROUP_CONCAT(w.entry SEPARATOR ', ')), NOW(3)
FROM institution i JOIN ip_whitelist w WHERE i.parent_id IS NULL GROUP BY i.id;
DROP TABLE phone_policy;
DROP TABLE ip_whitelist;

-- Where a session was opened from; null: not by a sign-in. A wallboard's has a label, and an end that use does not move.
ALTER TABLE user_session
  ADD COLUMN address VARCHAR(45) NULL,
  ADD COLUMN label VARCHAR(60) NULL,
  ADD COLUMN ends_at DATETIME(3) NULL;
UPDATE user_session s JOIN login_audit a ON a.id = s.login_id SET s.address = a.address WHERE s.ended_at IS NULL;

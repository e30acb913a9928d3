-- Which browser an attempt to sign in came from (of a random cookie, its hash), and whether the person had come in by it within
-- thirty days: failures of known browsers and of strangers are counted apart.
ALTER TABLE login_audit
  ADD COLUMN browser_hash BINARY(32) NULL,
  ADD COLUMN known TINYINT NOT NULL DEFAULT 0;
-- What was typed as a user name and is none may be a password. From now on it is kept as a keyed hash, so that attempts under it
-- can be counted together; what stands here was kept as it was typed.
UPDATE login_audit a LEFT JOIN user u ON u.username = a.username SET a.username = 'unknown' WHERE u.id IS NULL;

ALTER TABLE softphone
  ADD COLUMN provider VARCHAR(60) NULL,
  ADD KEY softphone_number (extension_number);
-- Who had a softphone, and when. The row of the softphone names its owner; of all its bindings one at the most is open.
CREATE TABLE softphone_binding (
  id BIGINT NOT NULL PRIMARY KEY AUTO_INCREMENT,
  softphone_id BIGINT NOT NULL,
  user_id BIGINT NOT NULL,
  bound_at DATETIME(3) NOT NULL,
  -- NULL: from before it was kept.
  bound_by BIGINT NULL,
  unbound_at DATETIME(3) NULL,
  -- NULL: the system.
  unbound_by BIGINT NULL,
  open_softphone BIGINT AS (IF(unbound_at IS NULL, softphone_id, NULL)) STORED,
  UNIQUE KEY softphone_binding_open (open_softphone),
  KEY softphone_binding_of (softphone_id, bound_at),
  KEY softphone_binding_user (user_id, bound_at)
);
INSERT INTO softphone_binding (softphone_id, user_id, bound_at)
SELECT id, owner_id, COALESCE(bound_at, created_at) FROM softphone WHERE owner_id IS NOT NULL;

-- What a person bound or unbound in one go, so that it can be taken back for a while.
CREATE TABLE binding (
  id BIGINT NOT NULL PRIMARY KEY,
  bound_by BIGINT NOT NULL,
  bound_at DATETIME(3) NOT NULL,
  undone_at DATETIME(3) NULL,
  KEY binding_age (bound_at)
);
CREATE TABLE binding_case (
  binding_id BIGINT NOT NULL,
  case_id BIGINT NOT NULL,
  -- What the case was before, and its version after: one that has changed since is not taken back.
  owner_id BIGINT NULL,
  group_id BIGINT NULL,
  version INT NOT NULL,
  PRIMARY KEY (binding_id, case_id)
);

-- What a person keeps for himself, the same on every browser.

-- kind: settings (one row, name ''), columns (one row for each table).
CREATE TABLE user_preference (
  user_id BIGINT NOT NULL,
  kind VARCHAR(12) NOT NULL,
  name VARCHAR(40) NOT NULL,
  value TEXT NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, kind, name)
);

-- `content` is the view's query, columns and density as JSON. A deleted one can be brought back for a day.
CREATE TABLE saved_view (
  id BIGINT NOT NULL PRIMARY KEY,
  owner_id BIGINT NOT NULL,
  shared_group_id BIGINT NULL,
  name VARCHAR(60) NOT NULL,
  content TEXT NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  deleted_at DATETIME(3) NULL,
  KEY saved_view_owner (owner_id, deleted_at),
  KEY saved_view_group (shared_group_id, deleted_at)
);

-- Notes are personal data: the whole draft is sealed.
CREATE TABLE case_draft (
  user_id BIGINT NOT NULL,
  case_id BIGINT NOT NULL,
  version INT NOT NULL,
  draft_enc VARBINARY(8000) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, case_id),
  KEY case_draft_case (case_id)
);

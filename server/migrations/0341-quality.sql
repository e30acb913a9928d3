CREATE TABLE quality_sheet (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  name VARCHAR(80) NOT NULL,
  questions TEXT NOT NULL,
  per_day INT NOT NULL,
  min_seconds INT NOT NULL,
  enabled TINYINT NOT NULL DEFAULT 1,
  updated_by BIGINT NULL,
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  KEY quality_sheet_institution (institution_id)
);

-- What was asked under each version: a sample is judged by the questions that it was drawn with.
CREATE TABLE quality_sheet_version (
  sheet_id BIGINT NOT NULL,
  version INT NOT NULL,
  questions TEXT NOT NULL,
  PRIMARY KEY (sheet_id, version)
);

CREATE TABLE quality_sample (
  id BIGINT NOT NULL PRIMARY KEY,
  sheet_id BIGINT NOT NULL,
  sheet_version INT NOT NULL,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  agent_id BIGINT NOT NULL,
  call_id BIGINT NOT NULL,
  day DATE NOT NULL,
  status VARCHAR(8) NOT NULL DEFAULT 'WAITING',
  answer_enc VARBINARY(4200) NULL,
  answered_at DATETIME(3) NULL,
  UNIQUE KEY quality_sample_call (sheet_id, call_id),
  KEY quality_sample_drawn (sheet_id, day, agent_id),
  KEY quality_sample_institution (institution_id, day, id),
  KEY quality_sample_group (group_id, day, id),
  KEY quality_sample_agent (agent_id, day, id)
);

CREATE TABLE quality_score (
  sample_id BIGINT NOT NULL,
  inspector_id BIGINT NOT NULL,
  total DECIMAL(4, 1) NOT NULL,
  answers JSON NOT NULL,
  -- The marks and the remark, as JSON.
  words_enc BLOB NOT NULL,
  at DATETIME(3) NOT NULL,
  PRIMARY KEY (sample_id, inspector_id)
);

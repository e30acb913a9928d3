-- Every claim of a contact holds this row shared, a stop and a complaint's hold hold it alone: what is claimed after their
-- commit has read them.
CREATE TABLE contact_gate (id TINYINT NOT NULL PRIMARY KEY);
INSERT INTO contact_gate (id) VALUES (1);

CREATE TABLE contact_stop (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  kind VARCHAR(12) NOT NULL,
  subject_id BIGINT NOT NULL,
  -- The subject's, and of who stopped it: it is lifted by somebody who sees as much.
  institution_id BIGINT NOT NULL,
  by_institution_id BIGINT NOT NULL,
  reason_enc VARBINARY(1400) NOT NULL,
  stopped_by BIGINT NOT NULL,
  stopped_at DATETIME(3) NOT NULL,
  lift_reason_enc VARBINARY(1400) NULL,
  lifted_by BIGINT NULL,
  lifted_at DATETIME(3) NULL,
  live TINYINT AS (IF(lifted_at IS NULL, 1, NULL)) STORED,
  UNIQUE KEY contact_stop_live (live, kind, subject_id),
  KEY contact_stop_since (institution_id, stopped_at, id)
);

-- What was at a supplier when contact was stopped.
CREATE TABLE contact_stop_act (
  stop_id BIGINT NOT NULL,
  kind VARCHAR(8) NOT NULL,
  act_id BIGINT NOT NULL,
  PRIMARY KEY (stop_id, kind, act_id)
);

-- A queued message that waits for the end of a stop.
ALTER TABLE message ADD COLUMN stop_id BIGINT NULL, ADD KEY message_stop (stop_id, id);

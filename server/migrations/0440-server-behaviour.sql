-- Whose number an act was about, and what for. Where somebody was is judged by what the server saw, so the index has the source.
ALTER TABLE behaviour_record
  ADD COLUMN contact_id BIGINT NULL,
  ADD COLUMN purpose VARCHAR(12) NULL,
  DROP KEY behaviour_user_address,
  ADD KEY behaviour_user_address (user_id, address, type, at, id, institution_id, group_id, source);

-- The newest record of each kind of reading: one that follows within ten minutes writes none. Rows older than that serve nothing.
CREATE TABLE case_read (
  user_id BIGINT NOT NULL,
  case_id BIGINT NOT NULL,
  type VARCHAR(16) NOT NULL,
  behaviour_id BIGINT NOT NULL,
  at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, case_id, type),
  KEY case_read_at (at)
);

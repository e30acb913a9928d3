-- A number that is not its borrower's is stopped whoever has it: a stop of kind NUMBER, whose subject is the contact that
-- it was marked by. One that a record placed has the record and no reason; its end takes two people.
ALTER TABLE contact_stop
  MODIFY COLUMN reason_enc VARBINARY(1400) NULL,
  ADD COLUMN record_id BIGINT NULL,
  ADD COLUMN phone_enc VARBINARY(96) NULL,
  ADD COLUMN lift_requested_by BIGINT NULL,
  ADD COLUMN lift_requested_at DATETIME(3) NULL,
  ADD COLUMN evidence_enc VARBINARY(1400) NULL;

-- The number's index by each key that was known, so that it stays stopped while the keys are changed.
CREATE TABLE stopped_number (
  phone_hash BINARY(16) NOT NULL,
  stop_id BIGINT NOT NULL,
  lifted_at DATETIME(3) NULL,
  PRIMARY KEY (phone_hash, stop_id),
  KEY stopped_number_stop (stop_id)
);

-- What was at a supplier when a complaint forbade contact.
CREATE TABLE complaint_act (
  complaint_id BIGINT NOT NULL,
  kind VARCHAR(8) NOT NULL,
  act_id BIGINT NOT NULL,
  PRIMARY KEY (complaint_id, kind, act_id)
);

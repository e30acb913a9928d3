-- What a collector asks for where the product refused: a later promise, or rules of the contact guard set aside.
ALTER TABLE leader_request
  -- Of a request that came with a record, the record's note is shown.
  ADD COLUMN note_enc VARBINARY(1300) NULL AFTER opened_at,
  ADD COLUMN promise_amount BIGINT NULL,
  ADD COLUMN promise_date DATE NULL,
  -- By commas.
  ADD COLUMN rules VARCHAR(200) NULL;
-- The request by which a rule was set aside; null: a leader did it unasked.
ALTER TABLE contact_override ADD COLUMN request_id BIGINT NULL;

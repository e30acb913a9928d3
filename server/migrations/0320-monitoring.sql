-- Lists of what was done and said: an index for each way to ask, each in the order of time. Without a kind an address is
-- asked for by all kinds in turn.
ALTER TABLE behaviour_record
  DROP KEY behaviour_user_address,
  ADD KEY behaviour_user_address (user_id, address, type, at, id),
  ADD KEY behaviour_user_type (user_id, type, at, id),
  ADD KEY behaviour_group_address (group_id, address, type, at, id),
  ADD KEY behaviour_group_type (group_id, type, at, id),
  ADD KEY behaviour_institution_address (institution_id, address, type, at, id),
  ADD KEY behaviour_institution_type (institution_id, type, at, id),
  DROP KEY behaviour_case,
  ADD KEY behaviour_case (case_id, at, id);

-- Who was called, so that calls are found by their number. Older calls have what their contact has now.
ALTER TABLE phone_call ADD COLUMN number_hash BINARY(16) NULL AFTER number_enc,
  ADD KEY phone_call_number (number_hash, requested_at, id);
UPDATE phone_call h JOIN contact k ON k.id = h.contact_id AND k.phone_mask = h.number_mask
SET h.number_hash = k.phone_hash WHERE h.number_hash IS NULL;

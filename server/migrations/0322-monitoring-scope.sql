-- Whose a record was stands in the index, too: what is counted and looked through is not read from the table row by row.
ALTER TABLE behaviour_record
  DROP KEY behaviour_user,
  DROP KEY behaviour_user_type,
  DROP KEY behaviour_user_address,
  DROP KEY behaviour_group,
  DROP KEY behaviour_group_type,
  DROP KEY behaviour_group_address,
  ADD KEY behaviour_user (user_id, at, id, institution_id, group_id),
  ADD KEY behaviour_user_type (user_id, type, at, id, institution_id, group_id),
  ADD KEY behaviour_user_address (user_id, address, type, at, id, institution_id, group_id),
  ADD KEY behaviour_group (group_id, at, id, institution_id),
  ADD KEY behaviour_group_type (group_id, type, at, id, institution_id),
  ADD KEY behaviour_group_address (group_id, address, type, at, id, institution_id);

ALTER TABLE phone_call
  DROP KEY phone_call_agent,
  DROP KEY phone_call_group,
  DROP KEY phone_call_number,
  ADD KEY phone_call_agent (agent_id, requested_at, id, institution_id, group_id),
  ADD KEY phone_call_group (group_id, requested_at, id, institution_id),
  ADD KEY phone_call_number (number_hash, requested_at, id, institution_id, group_id, agent_id);

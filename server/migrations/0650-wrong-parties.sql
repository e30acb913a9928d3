-- Wrong numbers of an institution's month are counted from it alone.
ALTER TABLE phone_call ADD KEY phone_call_party (institution_id, party, requested_at);

-- Who has a number that a complaint holds is looked up while nothing may be claimed.
ALTER TABLE contact ADD KEY contact_phone (phone_hash);

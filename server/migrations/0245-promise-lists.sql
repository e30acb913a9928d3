-- The lists of promises: what ended since a moment.
ALTER TABLE promise ADD KEY promise_ended (status, settled_at);

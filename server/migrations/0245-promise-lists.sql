-- What ended since a moment, and what became of each collector's promises.
ALTER TABLE promise
  ADD KEY promise_ended (status, settled_at),
  ADD KEY promise_collector (collector_id, settled_at, status);

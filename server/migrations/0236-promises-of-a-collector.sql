-- What became of a collector's promises on a day: the kept rate on the board.
ALTER TABLE promise ADD KEY promise_collector (collector_id, status, settled_at);

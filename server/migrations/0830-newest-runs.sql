-- Processes take ids in blocks: which run is the newest its time says.
ALTER TABLE allocation_run
  DROP KEY allocation_run_queue,
  ADD KEY allocation_run_queue (queue_id, asked_at, id);

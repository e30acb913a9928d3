-- Notifications by person, written with the event that causes them.
CREATE TABLE inbox_item (
  user_id BIGINT NOT NULL,
  -- Of the first event.
  id BIGINT NOT NULL,
  -- The newest event of the same cause.
  event_id BIGINT NOT NULL,
  cause VARCHAR(24) NOT NULL,
  -- NULL once it is read: the next of the same cause begins a row of its own.
  open_key VARCHAR(64) NULL,
  times INT NOT NULL,
  detail VARCHAR(24) NULL,
  subject_id BIGINT NOT NULL,
  case_id BIGINT NULL,
  actor_id BIGINT NULL,
  told_at DATETIME(3) NOT NULL,
  read_at DATETIME(3) NULL,
  snoozed_until DATETIME(3) NULL,
  PRIMARY KEY (user_id, id),
  UNIQUE KEY inbox_item_open (user_id, open_key),
  KEY inbox_item_event (event_id),
  KEY inbox_item_told (told_at)
);

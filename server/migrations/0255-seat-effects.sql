-- When the person's state of the day was said (NULL: from the beginning of the day), and when what it means for the person's
-- cases was done.
ALTER TABLE seat_day
  ADD COLUMN since DATETIME(3) NULL,
  ADD COLUMN done_at DATETIME(3) NULL;
-- Said before it meant anything: nobody is signed out for it.
UPDATE seat_day SET done_at = UTC_TIMESTAMP(3) WHERE status = 'RESIGNED';

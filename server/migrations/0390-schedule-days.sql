-- From when to when an applied schedule goes; NULL of those before this was kept, and of what was refused.
ALTER TABLE schedule_upload ADD COLUMN first_day DATE NULL, ADD COLUMN last_day DATE NULL;

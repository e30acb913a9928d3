-- Days of the quota that are over are deleted by their day.
ALTER TABLE export_day ADD KEY export_day_day (day);

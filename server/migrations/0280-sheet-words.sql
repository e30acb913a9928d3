-- What is said of a workbook is said of any upload, not of schedules alone.
UPDATE schedule_upload SET failure = 'sheet.heads' WHERE failure = 'schedule.sheets';
UPDATE schedule_upload SET failure = REPLACE(failure, 'schedule.', 'sheet.')
WHERE failure IN ('schedule.format', 'schedule.password', 'schedule.macro', 'schedule.empty', 'schedule.tooLong', 'schedule.tooHeavy');

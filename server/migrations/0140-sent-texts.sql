-- The log shows the text that was sent, opened from its seal when somebody reads it.
ALTER TABLE message DROP COLUMN text_mask;

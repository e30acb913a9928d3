-- Whom a complaint was allocated to by a step. Steps before this one do not say it.
ALTER TABLE complaint_step ADD COLUMN handler_id BIGINT NULL;

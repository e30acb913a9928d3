-- What a record changed, so that its author can take it back for a few minutes; and when that was done.
ALTER TABLE collection_log ADD COLUMN undo_doc VARCHAR(1000) NULL, ADD COLUMN undone_at DATETIME(3) NULL;

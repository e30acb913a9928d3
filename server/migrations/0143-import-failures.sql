-- Why an import failed, as a key of contract/errors.ts; NULL while it did not.
ALTER TABLE import_run ADD COLUMN failure VARCHAR(40) NULL AFTER status;

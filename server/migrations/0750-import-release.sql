-- New loans of a person's file wait until somebody releases them; what is here already was released when it came.
ALTER TABLE import_run
  ADD COLUMN release_state VARCHAR(12) NOT NULL DEFAULT 'RELEASED',
  ADD COLUMN taken_back INT NOT NULL DEFAULT 0;

-- The file that brought the loan item. Null: before this was noted.
ALTER TABLE loan_item
  ADD COLUMN import_id BIGINT NULL,
  ADD KEY loan_item_import (import_id, id);

-- A long-aging case holds all overdue loan items of one borrower. It is opened on one of them, which leads; the others name
-- the leading one, so that what asks for the case of an item needs no table in between.
ALTER TABLE loan_item
  ADD COLUMN lead_item_id BIGINT NULL,
  ADD KEY loan_item_lead (lead_item_id);

ALTER TABLE collection_case ADD KEY case_institution_kind (institution_id, kind, is_open, due_date, id);

-- When the borrower last opened the lender's app, as its platform told.
ALTER TABLE borrower ADD COLUMN last_app_visit_at DATETIME(3) NULL;
-- A picture's file is deleted when no row names it any more: the demo's first pictures share files.
ALTER TABLE borrower_picture ADD KEY borrower_picture_file (file);

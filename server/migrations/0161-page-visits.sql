-- When the borrower last opened a payment page of the loan, as the rails told.
ALTER TABLE loan_item ADD COLUMN last_page_visit_at DATETIME(3) NULL;

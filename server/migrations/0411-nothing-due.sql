ALTER TABLE receivable ADD KEY receivable_status (status, case_id);

-- Open and withdrawn cases that owe nothing: they are settled, credited to nobody, when the product starts.
INSERT IGNORE INTO case_to_restate
SELECT id FROM collection_case WHERE status IN ('C00', 'C01', 'C10', 'C20', 'C40') AND amount_due = 0;

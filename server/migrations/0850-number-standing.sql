-- How the lender came by a number, and what is known of it for this borrower. That it is somebody else's, whoever has it,
-- stands in stopped_number.
ALTER TABLE contact
  ADD COLUMN source VARCHAR(12) NOT NULL DEFAULT 'LENDER',
  ADD COLUMN given_on DATE NULL,
  ADD COLUMN standing VARCHAR(12) NOT NULL DEFAULT 'GIVEN',
  ADD COLUMN standing_at DATETIME(3) NULL;

UPDATE contact SET source = 'DEVICE', standing = 'DOUBTED' WHERE relation IN ('R11', 'R12');
UPDATE contact k JOIN (
    SELECT contact_id, MAX(party_at) AS at, MAX(IF(party = 'BORROWER', party_at, NULL)) AS confirmed_at
    FROM phone_call WHERE party IN ('BORROWER', 'WRONG_NUMBER') AND contact_id IS NOT NULL GROUP BY contact_id
  ) p ON p.contact_id = k.id
  SET k.standing = IF(p.confirmed_at = p.at, 'CONFIRMED', 'DOUBTED'), k.standing_at = p.at;

-- Borrowers who were told what the law asks for at a first contact: by whom, in which call, by which words.
CREATE TABLE first_contact (
  borrower_id BIGINT NOT NULL PRIMARY KEY,
  record_id BIGINT NOT NULL,
  call_id BIGINT NOT NULL,
  collector_id BIGINT NOT NULL,
  -- institution:version of the script; null: no level has words of its own.
  script_version VARCHAR(40) NULL,
  at DATETIME(3) NOT NULL
);
-- CONFIRMED, UNCONFIRMED; null: the call needed none, or has no result yet.
ALTER TABLE phone_call ADD COLUMN script VARCHAR(12) NULL;

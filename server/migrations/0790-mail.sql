-- To which the codes go by which a person chooses a password.
ALTER TABLE user ADD COLUMN email VARCHAR(254) NULL;

-- Ids of clients at an OpenID provider are longer than SIDs and user names.
ALTER TABLE connection MODIFY COLUMN account VARCHAR(128) NULL;

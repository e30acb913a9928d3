-- How far the re-encryption under a key has come: what a killed run goes on from.
CREATE TABLE key_rotation (
  key_id TINYINT UNSIGNED NOT NULL,
  part VARCHAR(64) NOT NULL,
  -- The key of the last row that was looked at, as a JSON list. NULL: the whole part is done.
  last_key VARCHAR(255) NULL,
  changed BIGINT NOT NULL DEFAULT 0,
  updated_at DATETIME(3) NOT NULL,
  PRIMARY KEY (key_id, part)
);
-- Without it the index of a bound ID number could not be made anew. Filled when it is bound, or next given.
ALTER TABLE user ADD COLUMN id_card_enc VARBINARY(96) NULL AFTER id_card_hash;

-- What a face is compared with is another picture than the one that people choose for themselves: only somebody else sets it.
ALTER TABLE user ADD COLUMN reference_picture VARCHAR(128) NULL AFTER picture;
UPDATE user SET reference_picture = picture;

-- The log, chained: each event's seal is a hash over the one before and the event's row. `seq` has no gaps; seq 0 is where
-- the chain begins, and its source the newest event of before. As append-only as the log itself.
CREATE TABLE seal (
  stream VARCHAR(8) NOT NULL,
  seq BIGINT NOT NULL,
  source_id BIGINT NOT NULL,
  hash BINARY(32) NOT NULL,
  PRIMARY KEY (stream, seq),
  UNIQUE KEY seal_source (stream, source_id)
);

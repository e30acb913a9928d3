-- Inner nodes of the tree over a chain's seals (RFC 6962), each over at least 32 of them: a row can be proved by the signed
-- root of the tree without the rows of others. Made of `seal`, and as append-only as it.
CREATE TABLE seal_node (
  stream VARCHAR(8) NOT NULL,
  level TINYINT NOT NULL,
  place BIGINT NOT NULL,
  hash BINARY(32) NOT NULL,
  PRIMARY KEY (stream, level, place)
);

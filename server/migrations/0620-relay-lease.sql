-- The relay that leads: one row, which the first one writes. `number` is raised by each that begins to lead and is checked in the transaction that empties
-- the outbox; `node` is the database server by which the leader works, and `until` how long it leads without a word.
CREATE TABLE relay_lease (
  id TINYINT NOT NULL PRIMARY KEY,
  number BIGINT NOT NULL,
  node VARCHAR(320) NOT NULL,
  until DATETIME(3) NOT NULL
);

-- What each collector does now, by the own browsers. Without a row: AWAY. How long a browser may be silent is kept in Redis.
CREATE TABLE presence (
  collector_id BIGINT NOT NULL PRIMARY KEY,
  state VARCHAR(8) NOT NULL,
  since DATETIME(3) NOT NULL,
  version INT NOT NULL DEFAULT 1
);
-- The days, change by change: what the events presence.changed say, found by collector and time.
CREATE TABLE presence_change (
  collector_id BIGINT NOT NULL,
  since DATETIME(3) NOT NULL,
  state VARCHAR(8) NOT NULL,
  PRIMARY KEY (collector_id, since)
);

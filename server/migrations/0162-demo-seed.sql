-- Only the demo's seed reads and writes it; it made the table itself while one user did all.
CREATE TABLE IF NOT EXISTS demo_seed (
  id TINYINT NOT NULL PRIMARY KEY,
  parameters TEXT NOT NULL,
  begun_at DATETIME(3) NOT NULL,
  done_at DATETIME(3) NULL
);

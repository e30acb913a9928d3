-- Parts of the site that are bad, and when administrators were told.
CREATE TABLE health_alarm (
  part VARCHAR(16) NOT NULL PRIMARY KEY,
  since DATETIME(3) NOT NULL,
  told_at DATETIME(3) NULL
);

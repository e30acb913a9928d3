-- The last backup of a database of the lender's own, as its tools reported it: one row.
CREATE TABLE reported_backup (
  id TINYINT NOT NULL PRIMARY KEY,
  made DATETIME(3) NOT NULL,
  checked TINYINT(1) NULL
);

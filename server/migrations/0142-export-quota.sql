-- Files and rows that a person took on a business day, held against the quota.
CREATE TABLE export_day (
  user_id BIGINT NOT NULL,
  day DATE NOT NULL,
  files INT NOT NULL,
  row_count INT NOT NULL,
  PRIMARY KEY (user_id, day)
);

-- How an institution's own files are read: which heading is which column, kept by name for the next file.
CREATE TABLE import_mapping (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  name VARCHAR(60) NOT NULL,
  content TEXT NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY import_mapping_name (institution_id, name)
);

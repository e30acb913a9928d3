-- What an institution tells its people: violation announcements, and the scrolling notice in each language.
CREATE TABLE announcement (
  id BIGINT NOT NULL PRIMARY KEY,
  institution_id BIGINT NOT NULL,
  -- VIOLATION, NOTICE
  kind VARCHAR(16) NOT NULL,
  -- A notice's language; a violation announcement has none.
  language VARCHAR(2) NULL,
  name VARCHAR(80) NULL,
  id_no_enc VARBINARY(255) NULL,
  id_no_mask VARCHAR(40) NULL,
  irregularities VARCHAR(500) NULL,
  process_result VARCHAR(500) NULL,
  content VARCHAR(1000) NOT NULL,
  -- The sealed file's name; see features/announcements/pictures.ts.
  picture VARCHAR(64) NULL,
  created_by BIGINT NULL,
  created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  withdrawn_at DATETIME(3) NULL,
  KEY announcement_shown (institution_id, kind, withdrawn_at, created_at, id)
);

-- One row per person who has seen it.
CREATE TABLE announcement_read (
  user_id BIGINT NOT NULL,
  announcement_id BIGINT NOT NULL,
  read_at DATETIME(3) NOT NULL,
  PRIMARY KEY (user_id, announcement_id)
);

-- Who did what, from which address. What the browser says of itself stands apart from what the server saw.
CREATE TABLE behaviour_record (
  id BIGINT NOT NULL PRIMARY KEY,
  user_id BIGINT NOT NULL,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  type VARCHAR(16) NOT NULL,
  -- CLIENT: the browser told of it. SERVER: it happened here.
  source VARCHAR(6) NOT NULL,
  case_id BIGINT NULL,
  loan_no VARCHAR(40) NULL,
  detail VARCHAR(120) NOT NULL,
  address VARCHAR(45) NOT NULL,
  claimed_address VARCHAR(45) NULL,
  city VARCHAR(80) NULL,
  network VARCHAR(80) NULL,
  -- Whether this person had never been seen at the address before.
  is_new TINYINT NULL,
  at DATETIME(3) NOT NULL,
  KEY behaviour_user (user_id, at, id),
  KEY behaviour_user_address (user_id, address, id),
  KEY behaviour_group (group_id, at, id),
  KEY behaviour_institution (institution_id, at, id),
  KEY behaviour_case (case_id, at)
);

-- What was looked up of an address, so that a call centre's one address is asked for once a day.
CREATE TABLE address_place (
  address VARCHAR(45) NOT NULL PRIMARY KEY,
  city VARCHAR(80) NOT NULL,
  network VARCHAR(80) NOT NULL,
  looked_up_at DATETIME(3) NOT NULL
);

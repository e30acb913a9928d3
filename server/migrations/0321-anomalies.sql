-- What a rule found unusual, of one person. `about_key` tells apart what is found of them by one rule: an address, a number, a contact.
CREATE TABLE anomaly (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  group_id BIGINT NULL,
  user_id BIGINT NOT NULL,
  rule VARCHAR(16) NOT NULL,
  -- Of the rules; 0: the default.
  rule_version INT NOT NULL,
  about_key VARCHAR(64) NOT NULL,
  about VARCHAR(64) NULL,
  case_id BIGINT NULL,
  measured INT NOT NULL,
  compared INT NOT NULL,
  within_minutes INT NULL,
  day DATE NOT NULL,
  at DATETIME(3) NOT NULL,
  last_at DATETIME(3) NOT NULL,
  -- OPEN, ACKNOWLEDGED, ANNOUNCED
  status VARCHAR(12) NOT NULL,
  assignee_id BIGINT NULL,
  note VARCHAR(500) NULL,
  announcement_id BIGINT NULL,
  handled_by BIGINT NULL,
  handled_at DATETIME(3) NULL,
  KEY anomaly_person (user_id, rule, about_key, last_at),
  KEY anomaly_day (institution_id, rule, day),
  KEY anomaly_institution (institution_id, status, at, id),
  KEY anomaly_group (group_id, status, at, id),
  KEY anomaly_assignee (assignee_id, status, at, id)
);

-- Of a rule that finds too much on a day only so many are kept; the rest is counted.
CREATE TABLE anomaly_cap (
  institution_id BIGINT NOT NULL,
  rule VARCHAR(16) NOT NULL,
  day DATE NOT NULL,
  held_back INT NOT NULL,
  PRIMARY KEY (institution_id, day, rule)
);

-- Who was refused what lately.
ALTER TABLE contact_receipt ADD KEY contact_receipt_refused (actor_id, allowed, at);

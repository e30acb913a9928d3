-- The regulator's causes, beside the house's own types. Two of them are shipped: what the press says of 2025's complaints. No
-- source is named, so each shows that it is to be confirmed.
CREATE TABLE complaint_cause (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  code VARCHAR(16) NULL,
  name VARCHAR(120) NOT NULL,
  legal_source VARCHAR(200) NULL,
  enabled TINYINT NOT NULL DEFAULT 1,
  updated_by BIGINT NULL,
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  UNIQUE KEY complaint_cause_name (name)
);
INSERT INTO complaint_cause (id, name) VALUES (1, 'No es el deudor'), (2, 'Amenazas o insultos');

ALTER TABLE complaint ADD COLUMN cause_id BIGINT NULL;

-- A month of an institution's complaints as a person has confirmed it; before that, who was reminded of it.
CREATE TABLE complaint_month (
  id BIGINT NOT NULL PRIMARY KEY,
  version INT NOT NULL DEFAULT 1,
  institution_id BIGINT NOT NULL,
  month CHAR(7) NOT NULL,
  figures TEXT NULL,
  confirmed_by BIGINT NULL,
  confirmed_at DATETIME(3) NULL,
  reminded_at DATETIME(3) NULL,
  alarmed_at DATETIME(3) NULL,
  UNIQUE KEY complaint_month_of (institution_id, month)
);

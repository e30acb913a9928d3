-- Whether what the site does is real: a demo, a trial with simulators, or live.
CREATE TABLE site (
  id TINYINT NOT NULL PRIMARY KEY,
  stage VARCHAR(5) NOT NULL,
  live_since DATETIME(3) NULL,
  CONSTRAINT site_one CHECK (id = 1)
);
INSERT INTO site (id, stage) SELECT 1, IF(EXISTS (SELECT 1 FROM demo_seed), 'DEMO', 'TRIAL');

-- What a simulator answered. Of a site that is older than this nobody knows it, but of a demo.
ALTER TABLE message ADD COLUMN simulated TINYINT NOT NULL DEFAULT 0;
ALTER TABLE phone_call ADD COLUMN simulated TINYINT NOT NULL DEFAULT 0;
ALTER TABLE payment ADD COLUMN simulated TINYINT NOT NULL DEFAULT 0;
ALTER TABLE repayment_code ADD COLUMN simulated TINYINT NOT NULL DEFAULT 0;
UPDATE message SET simulated = 1 WHERE EXISTS (SELECT 1 FROM demo_seed);
UPDATE phone_call SET simulated = 1 WHERE EXISTS (SELECT 1 FROM demo_seed);
UPDATE payment SET simulated = 1 WHERE EXISTS (SELECT 1 FROM demo_seed);
UPDATE repayment_code SET simulated = 1 WHERE EXISTS (SELECT 1 FROM demo_seed);

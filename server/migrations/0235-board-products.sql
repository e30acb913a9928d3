-- A collector's day by product and platform of the loans, for a board that is narrowed by them. Folded by the relay from
-- what the commands note, in one transaction with its deletion: each change counts once.
CREATE TABLE collector_day_product (
  collector_id BIGINT NOT NULL,
  day DATE NOT NULL,
  product VARCHAR(60) NOT NULL,
  platform VARCHAR(8) NOT NULL,
  bound INT NOT NULL DEFAULT 0,
  settled INT NOT NULL DEFAULT 0,
  payable BIGINT NOT NULL DEFAULT 0,
  received BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (collector_id, day, product, platform)
);

-- What a command added to a collector's day by one case. Only inserted into, so that no command waits for another.
CREATE TABLE collector_day_product_change (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  collector_id BIGINT NOT NULL,
  day DATE NOT NULL,
  case_id BIGINT NOT NULL,
  bound INT NOT NULL,
  settled INT NOT NULL,
  payable BIGINT NOT NULL,
  received BIGINT NOT NULL
);

-- The days that are open already.
INSERT INTO collector_day_product (collector_id, day, product, platform, bound, settled, payable)
SELECT k.collector_id, k.day, i.product_category, i.platform, SUM(k.in_base), SUM(k.settled), SUM(k.amount * k.in_base)
FROM collector_day_case k
  JOIN collection_case c ON c.id = k.case_id
  JOIN loan_item i ON i.id = c.loan_item_id
GROUP BY k.collector_id, k.day, i.product_category, i.platform;

INSERT INTO collector_day_product (collector_id, day, product, platform, received)
SELECT d.collector_id, d.day, i.product_category, i.platform,
  SUM(IF(p.type = 'REVERSAL', -p.towards_due, p.towards_due))
FROM payment p
  JOIN collector_day d ON d.collector_id = p.credited_to AND d.day = DATE(p.posted_at - INTERVAL 6 HOUR)
  JOIN collection_case c ON c.id = p.case_id
  JOIN loan_item i ON i.id = c.loan_item_id
GROUP BY d.collector_id, d.day, i.product_category, i.platform
ON DUPLICATE KEY UPDATE received = received + VALUES(received);

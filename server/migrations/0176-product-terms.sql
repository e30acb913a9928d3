-- Terms of a product belong to an institution and those below it, and are versions by the day from which they hold.
ALTER TABLE product_terms
  ADD COLUMN id BIGINT NULL FIRST,
  ADD COLUMN institution_id BIGINT NULL,
  ADD COLUMN effective_from DATE NULL,
  MODIFY after_days SMALLINT NULL DEFAULT NULL;

-- What accelerates later only begins then: nothing is claimed earlier than was said.
UPDATE product_terms SET
  institution_id = (SELECT MIN(id) FROM institution WHERE parent_id IS NULL),
  effective_from = IF(acceleration_from > CURRENT_DATE, acceleration_from, '2000-01-01'),
  after_days = IF(acceleration_from IS NULL, NULL, after_days),
  version = version + 1;

UPDATE product_terms t JOIN (
  SELECT product_category, ROW_NUMBER() OVER (ORDER BY product_category) AS place FROM product_terms
) p ON p.product_category = t.product_category
SET t.id = (SELECT next_id FROM id_block WHERE name = 'entity') + p.place;

UPDATE id_block SET next_id = next_id + 1 + (SELECT COUNT(*) FROM product_terms) WHERE name = 'entity';

ALTER TABLE product_terms
  MODIFY id BIGINT NOT NULL,
  MODIFY institution_id BIGINT NOT NULL,
  MODIFY effective_from DATE NOT NULL,
  DROP COLUMN acceleration_from,
  DROP PRIMARY KEY,
  ADD PRIMARY KEY (id),
  ADD UNIQUE KEY product_terms_day (product_category, institution_id, effective_from),
  ADD COLUMN updated_by BIGINT NULL,
  ADD COLUMN updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3);

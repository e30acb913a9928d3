import { sql, type Statement } from '../../platform/db/sql.js';

/**
 * The id of the terms that hold on a day for a loan item `i`: those of its institution, else of the nearest above it; NULL
 * for none.
 */
export function termsOn(day: string): Statement {
  return sql`(
    SELECT v.id FROM product_terms v STRAIGHT_JOIN institution up ON up.id = v.institution_id
      STRAIGHT_JOIN institution own ON own.id = i.institution_id AND own.path LIKE CONCAT(up.path, '%')
    WHERE v.product_category = i.product_category AND v.effective_from <= ${day}
    ORDER BY LENGTH(up.path) DESC, v.effective_from DESC LIMIT 1)`;
}

/** Terms `t` that hold on a day: begun, and followed by none that has begun. */
export function holdsOn(day: string): Statement {
  return sql`t.effective_from <= ${day} AND NOT EXISTS (
    SELECT 1 FROM product_terms n
    WHERE n.product_category = t.product_category AND n.institution_id = t.institution_id
      AND n.effective_from > t.effective_from AND n.effective_from <= ${day})`;
}

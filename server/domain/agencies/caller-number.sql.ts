import { sql } from '../../platform/db/sql.js';

/** Whether the number of the softphone `s` is one from which somebody may call for its institution. */
export const MAY_CALL = sql`EXISTS (
  SELECT 1 FROM agency_number n JOIN agency a ON a.id = n.agency_id AND a.enabled = 1
    JOIN institution i ON i.id = a.institution_id
    JOIN institution own ON own.id = s.institution_id AND own.path LIKE CONCAT(i.path, '%')
  WHERE n.number = s.caller_number)`;

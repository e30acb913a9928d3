import { sql, type Statement } from '../../platform/db/sql.js';

/** The number that calls from the softphone `s` show. @param shared that of softphones without one of their own */
export const callerNumber = (shared: string | null): Statement => ({
  text: 'COALESCE(s.caller_number, ?)',
  params: [shared],
});

/** Whether that number is one from which somebody may call for the softphone's institution. */
export const mayCall = (shared: string | null): Statement => sql`EXISTS (
  SELECT 1 FROM agency_number n JOIN agency a ON a.id = n.agency_id AND a.enabled = 1
    JOIN institution i ON i.id = a.institution_id
    JOIN institution own ON own.id = s.institution_id AND own.path LIKE CONCAT(i.path, '%')
  WHERE n.number = ${callerNumber(shared)})`;

import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { OF_CALL, OF_MESSAGE, stopsContact } from './forbidden.sql.js';

/** With the gate shut nothing is claimed beside it: what is at a supplier now is all there is. */
export function keepHandedOver(tx: Tx, id: number): void {
  tx.write(sql`
    INSERT INTO contact_stop_act (stop_id, kind, act_id)
    SELECT s.id, 'CALL', c.id FROM contact_stop s JOIN phone_call c ON ${stopsContact(OF_CALL)}
    WHERE s.id = ${id} AND c.is_live = 1 AND c.direction = 'OUT' AND c.asked_at IS NOT NULL
    UNION ALL
    SELECT s.id, 'MESSAGE', m.id FROM contact_stop s JOIN message m JOIN contact k ON k.id = m.contact_id
      AND ${stopsContact(OF_MESSAGE)}
    WHERE s.id = ${id} AND m.status = 'SUBMITTING'`);
}

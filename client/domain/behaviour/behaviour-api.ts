import type { Act } from '../../lib/acts';
import { ownAddress } from './own-address';
import { screenAddressOf } from './screen-address';
import { send } from '../../api/http';

/**
 * Reports to the server what only the browser sees. It never gets into the way: nobody waits for it, a refusal is silent, and
 * it is sent even when the page is left meanwhile.
 */
export async function tell({ type, detail }: Act): Promise<void> {
  const { screen, loanId, taskId } = screenAddressOf(location.hash.slice(1));
  const body = { type, detail: detail ?? screen, loanId, taskId, ip: await ownAddress() };
  await send({ path: 'user/behavior/add', method: 'POST', body, keepalive: true });
}

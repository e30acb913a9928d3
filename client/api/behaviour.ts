import type { Act } from '../lib/acts';
import { ownAddress } from './own-address';
import { placeOf } from '../lib/place';
import { send } from './http';

/**
 * Tells the server what was done. It never gets into the way: nobody waits for it, a refusal is silent, and it is sent even
 * when the page is left meanwhile.
 */
export async function tell({ type, detail, taskId }: Act): Promise<void> {
  const place = placeOf(location.hash.slice(1));
  // An act may be over only when its page has been left.
  const isHere = taskId === undefined || taskId === place.taskId;
  const about = isHere ? { loanId: place.loanId, taskId: place.taskId } : { loanId: null, taskId };
  const body = { type, detail: detail ?? place.screen, ...about, ip: await ownAddress() };
  await send({ path: 'user/behavior/add', method: 'POST', body, keepalive: true });
}

const PATIENCE_MS = 400;

/** Before the session ends, for it is told under the session; a slow server is not waited for. */
export async function tellBeforeLeaving(act: Act): Promise<void> {
  await Promise.race([tell(act), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

import type { CallAnswer } from '../../api/envelope';
import { send } from '../../api/http';

type Act = 'begin' | 'confirm' | 'prove' | 'renew' | 'remove';

/** Sent by itself: a sign-in that still owes a code has no session that the other calls could end. */
export function sendCode(act: Act, code: string | null): Promise<CallAnswer> {
  return send({ path: `login/authenticator/${act}`, method: 'POST', body: { code } });
}

import type { CallType } from '../../../contract/borrowers.js';
import type { CallStatus } from '../../../contract/codes.js';

/** What a recorded call was, as a telephone would list it: ours go out, unless the other side refused them. */
export function loggedCallType(status: CallStatus): CallType {
  if (status === 'REJECTED') return 5;
  return status === 'BLACKLIST' ? 6 : 2;
}

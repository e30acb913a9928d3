import { createCell } from '../lib/cell';
import { createEmitter } from '../lib/emitter';
import { hasUnsaved } from '../lib/unsaved';
import { clearSession, leaveNotice, openSession, type StoredUser } from '../lib/session';
import { type CallError, isSessionEnd } from './envelope';

/** What a call that was refused shows to the user; the shell turns it into a toast. */
export const callFailures = createEmitter<CallError>();

export interface SessionEnd {
  message: string;
  /** False: leave for the sign-in page at once. True: ask first, the user did nothing or would lose something. */
  ask: boolean;
}

/** Set when this tab's session ended; every later refusal is silent, so that the message shows once. */
export const sessionEnd = createCell<SessionEnd | null>(null);

export function endSession(message: string, ask: boolean): void {
  if (sessionEnd.get()) return;
  clearSession();
  if (!ask) leaveNotice(message);
  sessionEnd.set({ message, ask });
}

/** Signed in (again): what the last session left unsaid is over. */
export function beginSession(user: StoredUser, token: string): void {
  openSession(user, token);
  sessionEnd.set(null);
}

/** Section 8: a lost session leaves for the sign-in page, anything else is an error toast. */
export function reportFailure(error: CallError): void {
  if (isSessionEnd(error)) endSession(error.message, hasUnsaved());
  else if (!sessionEnd.get()) callFailures.emit(error);
}

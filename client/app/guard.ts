import { redirect } from 'react-router';
import type { CurrentUser } from '../../contract/session';
import { send } from '../api/http';
import { isSessionEnd } from '../api/envelope';
import { clearSession, guardAnswer, leaveNotice, openSession, sessionFlags } from '../lib/session';

/** Stands before every route but /login: checks only that somebody is signed in, as the specification says. */
export async function guard(): Promise<Response | null> {
  const answer = guardAnswer(sessionFlags());
  if (answer === 'enter') return null;
  if (answer === 'ask' && (await confirmed())) return null;
  return redirect('/login');
}

async function confirmed(): Promise<boolean> {
  const answer = await send({ path: 'login/currentUser' });
  if (answer.ok) {
    openSession(answer.data as CurrentUser);
    return true;
  }
  if (isSessionEnd(answer.error)) {
    clearSession();
    leaveNotice(answer.error.message);
  }
  return false;
}

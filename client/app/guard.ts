import { redirect } from 'react-router';
import type { CurrentUser } from '../../contract/session';
import { send } from '../api/http';
import { isSessionEnd } from '../api/envelope';
import { guardAnswer, isWallboard, openSession, sessionFlags } from '../lib/session';
import { callFailed, sessionBegan } from '../state/session';
import { store } from './store';

/** Stands before every route but /login: checks only that somebody is signed in, as the specification says. */
export async function guard(): Promise<Response | null> {
  const answer = guardAnswer(sessionFlags());
  const mayEnter = answer === 'enter' || (answer === 'ask' && (await confirmed()));
  return mayEnter ? keepWallboard() : redirect('/login');
}

/** A wallboard has one page: every other leads back to it. */
export function keepWallboard(): Response | null {
  return isWallboard() ? redirect('/wallboard') : null;
}

async function confirmed(): Promise<boolean> {
  const answer = await send({ path: 'login/currentUser' });
  if (answer.ok) {
    const user = answer.data as CurrentUser;
    openSession(user);
    store.dispatch(sessionBegan(user));
  } else if (isSessionEnd(answer.error)) store.dispatch(callFailed(answer.error));
  return answer.ok;
}

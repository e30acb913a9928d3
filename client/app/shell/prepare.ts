import { storedLanguage } from '../../lib/language';
import { guardAnswer, sessionFlags } from '../../lib/session';
import { openSocket } from '../../realtime/socket';
import { loadLocale } from '../locale';
import { store } from '../store';

/** Begins what the first page waits for before it is drawn: the connection of who is signed in, and antd's words. */
export async function prepare(): Promise<void> {
  if (guardAnswer(sessionFlags()) === 'enter') openSocket(store.dispatch);
  await loadLocale(storedLanguage());
}

import { storedLanguage, storeLanguage } from './language';

const TOKEN = 'token';
const USER = 'user';
const FLAG = 'loggedIn';
const PLACE = 'place';
const DRAFTS = 'case-draft.';

export interface StoredUser {
  id: number;
  name: string;
  /** A wallboard's token, and nobody's. */
  kiosk?: boolean;
}

export interface SessionFlags {
  cookie: boolean;
  user: boolean;
  session: boolean;
}

export function token(): string | null {
  return localStorage.getItem(TOKEN);
}

export function storedUser(): StoredUser | null {
  const text = localStorage.getItem(USER);
  if (!text) return null;
  try {
    const user = JSON.parse(text) as StoredUser;
    return typeof user.id === 'number' && typeof user.name === 'string' ? user : null;
  } catch {
    return null; // Somebody else's entry under the same name: as good as none.
  }
}

export function sessionFlags(): SessionFlags {
  return {
    cookie: document.cookie.split('; ').includes('login=1'),
    user: storedUser() !== null,
    session: sessionStorage.getItem(FLAG) === '1',
  };
}

/** Whether this browser is a wallboard, which has one page and no way to another. */
export function isWallboard(): boolean {
  return sessionFlags().cookie && storedUser()?.kiosk === true;
}

/** `ask`: the cookie says that another tab of this browser is signed in; the server must confirm it. */
export type GuardAnswer = 'enter' | 'ask' | 'login';

export function guardAnswer({ cookie, user, session }: SessionFlags): GuardAnswer {
  if (!cookie) return 'login';
  return user && session ? 'enter' : 'ask';
}

/** Kept while a liveness check stands between the password and the session: only its calls may use it. */
export function holdToken(pending: string): void {
  localStorage.setItem(TOKEN, pending);
}

export function openSession(user: StoredUser, newToken?: string): void {
  if (newToken) localStorage.setItem(TOKEN, newToken);
  const { id, name, kiosk } = user;
  forgetDrafts(id);
  localStorage.setItem(USER, JSON.stringify({ id, name, ...(kiosk && { kiosk }) }));
  sessionStorage.setItem(FLAG, '1');
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `login=1; path=/; samesite=strict${secure}`;
}

/** Where this tab stores the draft of a person, who alone may see it. */
export const draftKey = (userId: number, what: number | string) => `${DRAFTS}${userId}.${what}`;

const isDraftOf = (key: string, userId: number | undefined) => key.startsWith(`${DRAFTS}${userId}.`);

/** @param but the person whose drafts stay */
export function forgetDrafts(but?: number): void {
  forgetTab((key) => key.startsWith(DRAFTS) && !isDraftOf(key, but));
}

function forgetTab(isForgotten: (key: string) => boolean): void {
  const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index)!);
  for (const key of keys) if (isForgotten(key)) sessionStorage.removeItem(key);
}

/**
 * Clears everything this device knows but the language, which is written again.
 *
 * @param place of `placeFor` or `keptPlace`, when the session was not left on purpose
 * @param draftsOf the person who is asked for the password over the page, and whose drafts stay
 */
export function clearSession(place: string | null = null, draftsOf?: number): void {
  const language = storedLanguage();
  forgetTab((key) => !isDraftOf(key, draftsOf));
  localStorage.clear();
  for (const entry of document.cookie.split('; ')) {
    const name = entry.split('=')[0];
    if (name) document.cookie = `${name}=; path=/; max-age=0; samesite=strict`;
  }
  storeLanguage(language);
  if (place) sessionStorage.setItem(PLACE, place);
}

/** Where in the product somebody is, for `takePlace` of this tab. */
export function placeFor(userId: number | undefined): string {
  return JSON.stringify({ userId, path: location.hash.slice(1) });
}

export const keptPlace = (): string | null => sessionStorage.getItem(PLACE);

/** Where this person was when the session ended; once. A path behind the #, so that it never leads to another site. */
export function takePlace(userId: number): string | null {
  const text = keptPlace();
  sessionStorage.removeItem(PLACE);
  const place = text === null ? null : (JSON.parse(text) as { userId?: number; path: string });
  return place?.userId === userId && /^\/(?!\/|login)/.test(place.path) ? place.path : null;
}

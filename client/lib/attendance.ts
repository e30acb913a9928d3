import { SESSION_HOURS } from '../../contract/team/attendance';

/**
 * Whether somebody sits in front of this page. A request is a person's when something was done here shortly before it; only
 * those keep the session alive, and what the page asks by itself says that it does not. When the server last heard of a
 * person is shared by the tabs of a browser, for they share the session.
 */
const SHORTLY_MS = 60_000;
/** A person who reads and types for so long without a request makes one. */
const UNHEARD_MS = 5 * 60_000;
/** The tabs are told this often. */
const SHARE_MS = 10_000;
const SESSION_MS = SESSION_HOURS * 3_600_000;
const HEARD_AT = 'heardAt';

let actedAt = Date.now();
let heardAt = Date.now();
let sharedAt = 0;

/** Somebody did something. @returns whether the server should hear of it by a request of its own. */
export function noteAct(now = Date.now()): boolean {
  actedAt = now;
  return now - lastHeardAt() >= UNHEARD_MS;
}

/** Milliseconds since somebody did something on this page. */
export function idleMs(now = Date.now()): number {
  return Math.max(0, now - actedAt);
}

/** A request is about to go out. @returns whether a person is behind it; the session lives on from now, then. */
export function attends(now = Date.now()): boolean {
  if (now - actedAt >= SHORTLY_MS) return false;
  heardAt = now;
  if (now - sharedAt >= SHARE_MS || sharedAt > now) {
    sharedAt = now;
    localStorage.setItem(HEARD_AT, String(now));
  }
  return true;
}

/** Milliseconds until the session ends by itself; below zero when it should have. */
export function idleLeft(now = Date.now()): number {
  return lastHeardAt() + SESSION_MS - now;
}

function lastHeardAt(): number {
  return Math.max(heardAt, Number(localStorage.getItem(HEARD_AT)) || 0);
}

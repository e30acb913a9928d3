export interface MailedLink {
  username: string;
  code: string;
}

let held: MailedLink | null = null;

/**
 * The name and the code of a mailed link. They are taken out of the address at once: whoever copies it gives nothing away. Kept
 * here, because a page may be drawn anew before it is shown.
 */
export function mailedLink(): MailedLink | null {
  const [path, query] = location.hash.split('?');
  const values = new URLSearchParams(query);
  const [username, code] = [values.get('username'), values.get('code')];
  if (path === '#/login' && username && code) {
    history.replaceState(history.state, '', path);
    held = { username, code };
  }
  return held;
}

/** Once it was used. */
export function forgetMailedLink(): void {
  held = null;
}

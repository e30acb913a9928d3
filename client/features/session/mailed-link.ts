export interface MailedLink {
  username: string;
  code: string;
}

/** The name and the code of a mailed link. They are taken out of the address at once: whoever copies it gives nothing away. */
export function takeMailedLink(): MailedLink | null {
  const [path, query] = location.hash.split('?');
  const values = new URLSearchParams(query);
  const [username, code] = [values.get('username'), values.get('code')];
  if (path !== '#/login' || !username || !code) return null;
  history.replaceState(history.state, '', path);
  return { username, code };
}

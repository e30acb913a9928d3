import type { IdentityReturn } from '../../../../contract/session';

let held: IdentityReturn | 'REFUSED' | null = null;

/**
 * Reads what the identity provider has sent the browser back with. It is taken out of the address at once: it serves once, and a page may be
 * drawn anew before it is used.
 */
export function identityReturn(): IdentityReturn | 'REFUSED' | null {
  const values = new URLSearchParams(location.search);
  const [code, state] = [values.get('code'), values.get('state')];
  if (state) {
    history.replaceState(history.state, '', location.pathname + location.hash);
    held = code ? { code, state, iss: values.get('iss') } : 'REFUSED';
  }
  return held;
}

export function forgetIdentityReturn(): void {
  held = null;
}

/** The nonce that styles made at run time must carry; undefined in development, where there is no policy. */
export function styleNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce && !nonce.startsWith('__') ? nonce : undefined;
}

/**
 * Gives every style element made from now on the page's nonce. antd and AG Grid take one for their themes, but antd's
 * scroll lock and scroll bar measure make theirs without, and the policy would refuse them.
 */
export function nonceRuntimeStyles(nonce: string): void {
  const create = document.createElement.bind(document);
  document.createElement = (tag: string, options?: ElementCreationOptions) => {
    const element = create(tag, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
}

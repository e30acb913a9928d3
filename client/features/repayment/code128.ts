import JsBarcode from 'jsbarcode';

/**
 * A Code 128 as its modules, "11010011100...": 1 is dark. The quiet zones around it are the drawer's. It is encoded into an
 * object, for an element that jsbarcode draws styles itself, which the page's policy forbids. @throws on an empty text.
 */
export function code128Modules(digits: string): string {
  const drawn: { encodings: { data: string }[] } = { encodings: [] };
  JsBarcode(drawn, digits, { format: 'CODE128' });
  return drawn.encodings.map(({ data }) => data).join('');
}

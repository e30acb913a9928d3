/** Events of a scanner, in the order of the text. Names come without their prefix. */
export interface XmlListener {
  opens(name: string, attributes: string): void;
  text?(value: string): void;
  closes?(name: string): void;
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const [QUOTE, APOSTROPHE, SLASH, GREATER, BANG, QUESTION] = [0x22, 0x27, 0x2f, 0x3e, 0x21, 0x3f];
const SPACE = 0x20;
const LAST_POINT = 0x10ffff;

/**
 * Reads XML that comes in pieces and keeps only what is unfinished. It checks nothing: what is no XML comes to nothing, and
 * no entity is looked up, inside the file or outside.
 */
export class XmlScanner {
  private rest = '';

  constructor(private readonly listener: XmlListener) {}

  take(piece: string): void {
    const text = this.rest + piece;
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      const end = start === -1 ? -1 : endOfTag(text, start);
      if (end === -1) break;
      if (start > at) this.listener.text?.(decoded(text.slice(at, start)));
      this.tag(text, start, end);
      at = end;
    }
    this.rest = text.slice(at);
  }

  private tag(text: string, start: number, end: number): void {
    const kind = text.charCodeAt(start + 1);
    if (kind === QUESTION) return;
    if (kind === BANG) {
      if (text.startsWith('<![CDATA[', start)) this.listener.text?.(text.slice(start + 9, end - 3));
      return;
    }
    if (kind === SLASH) return this.listener.closes?.(local(text.slice(start + 2, end - 1).trim()));
    const isWhole = text.charCodeAt(end - 2) === SLASH;
    const inside = text.slice(start + 1, isWhole ? end - 2 : end - 1);
    const gap = gapIn(inside);
    const name = local(gap === -1 ? inside : inside.slice(0, gap));
    this.listener.opens(name, gap === -1 ? '' : inside.slice(gap));
    if (isWhole) this.listener.closes?.(name);
  }
}

/** Where the name ends and attributes begin; -1 when there are none. */
function gapIn(text: string): number {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) <= SPACE) return at;
  return -1;
}

const ENDS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** The place after the tag that begins here; -1 when it does not end in this text. */
function endOfTag(text: string, start: number): number {
  const kind = text.charCodeAt(start + 1);
  if (kind === BANG || kind === QUESTION)
    for (const [opening, closing] of ENDS) {
      if (!text.startsWith(opening, start)) continue;
      const end = text.indexOf(closing, start + opening.length);
      return end === -1 ? -1 : end + closing.length;
    }
  let quote = 0;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === QUOTE || code === APOSTROPHE) quote = code;
    else if (code === GREATER) return at + 1;
  }
  return -1;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** By their names without prefix. A sheet has many: no pattern is as fast. */
export function attributesOf(text: string): Partial<Record<string, string>> {
  const found: Record<string, string> = {};
  for (let at = 0; ;) {
    const equals = text.indexOf('=', at);
    let start = equals + 1;
    while (start < text.length && !isQuote(text.charCodeAt(start))) start += 1;
    const end = text.indexOf(text.charAt(start), start + 1);
    if (equals === -1 || start >= text.length || end === -1) return found;
    found[local(text.slice(at, equals).trim())] = decoded(text.slice(start + 1, end));
    at = end + 1;
  }
}

const isQuote = (code: number) => code === QUOTE || code === APOSTROPHE;

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= LAST_POINT ? String.fromCodePoint(point) : whole;
    },
  );
}

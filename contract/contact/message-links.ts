import { foldedWords, placesOf, tokensOf } from '../shared/disguise.js';

const LINK = /\/\/|www\.|[\p{L}\p{Nd}]\.\p{L}{2}|\p{Nd}\.\p{Nd}+\.\p{Nd}/iu;
/** "bit. ly", "bit ,com": the endings that begin no sentence. */
const TORN =
  /[\p{L}\p{Nd}]+(?:\s*,\s*|\s+\.\s*|\.\s+)(?:com|net|org|ly|io|gg|tk|xyz|biz|ru)(?![\p{L}\p{Nd}])/giu;
/** "pago,mx" */
const BY_COMMA = /[\p{L}\p{Nd}]+,(?:mx|info|app|link|site|online|click|shop)(?![\p{L}\p{Nd}])/giu;
const ENDINGS = [
  'com', 'mx', 'net', 'org', 'info', 'ly', 'io', 'gg', 'tk', 'xyz', 'biz', 'ru', 'app', 'link', 'site', 'online', 'click',
  'shop', 'page', 'store',
]; // prettier-ignore
/** "bit punto ly", "puntocom" */
const SPELLED = ['punto', 'dot'].flatMap((dot) =>
  ENDINGS.flatMap((ending) => [foldedWords(`${dot} ${ending}`), foldedWords(`${dot}${ending}`)]),
);

/** Links as they stand in the text: written, torn apart or spelled. */
export function linksIn(text: string): string[] {
  const tokens = tokensOf(text);
  const spelled = SPELLED.flatMap((phrase) =>
    placesOf(tokens, phrase).map((at) => text.slice(tokens[at]!.from, tokens[at + phrase.length - 1]!.to)),
  );
  const torn = [TORN, BY_COMMA].flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));
  const written = text.split(/\s+/).filter((word) => LINK.test(word));
  return [...new Set([...written, ...torn, ...spelled])];
}

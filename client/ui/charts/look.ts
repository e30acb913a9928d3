import type { Language } from '../../../contract/codes';

/** A canvas inherits no font. */
export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export interface Look {
  language: Language;
  dark: boolean;
  /** Nothing moves. */
  still: boolean;
}

/** A canvas cannot read the style sheet's variables: the same colours as ui/tokens.css. */
export const colours = (dark: boolean) =>
  dark
    ? {
        today: '#4bb3c6',
        before: '#97a3ac',
        ink: '#b9c2c9',
        line: '#323c44',
        surface: '#232b31',
        strong: '#e6e9ec',
      }
    : {
        today: '#0b7285',
        before: '#8b97a1',
        ink: '#5f6b76',
        line: '#dbe1e5',
        surface: '#ffffff',
        strong: '#1d242b',
      };

/** Parts of a whole, told apart on either ground, also by who does not see red beside green. */
const PARTS = {
  light: ['#0b7285', '#c2571a', '#6a4c93', '#a98600', '#a61e4d', '#2b8a3e', '#5f6b76'],
  dark: ['#4bb3c6', '#f0a35e', '#b79ced', '#e6cf6a', '#f06595', '#7bc98a', '#97a3ac'],
};

/** Places among the colours of parts: for what is well, what is not, and what nobody has decided. */
export const PART = { well: 0, amiss: 1, open: 6 } as const;

export function partColour(at: number, dark: boolean): string {
  const parts = dark ? PARTS.dark : PARTS.light;
  return parts[at % parts.length]!;
}

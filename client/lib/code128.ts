/** Widths of bar, space, bar, ... in modules, by symbol value; 103 to 105 begin a code of set A, B, C, and 106 ends it. */
const PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

const START_C = 105;
const TO_B = 100;
const STOP = 106;
const DIGIT_ZERO_IN_B = 16;
const MODULUS = 103;

/** A code's symbols: pairs of digits in set C, a last single one in set B, the check symbol and the stop. */
export function code128Symbols(digits: string): number[] {
  if (!/^\d{2,}$/.test(digits)) throw new Error('Only digits, two at least');
  const pairs = digits.match(/\d\d/g) ?? [];
  const single = digits.length % 2 === 1 ? [TO_B, DIGIT_ZERO_IN_B + Number(digits.at(-1))] : [];
  const symbols = [START_C, ...pairs.map(Number), ...single];
  const check = symbols.reduce((sum, symbol, place) => sum + symbol * Math.max(1, place), 0) % MODULUS;
  return [...symbols, check, STOP];
}

export interface Bar {
  x: number;
  width: number;
}

/** The dark bars of a Code 128, and the width of all of it, in modules; the quiet zones around it are the drawer's. */
export function code128Bars(digits: string): { bars: Bar[]; width: number } {
  const bars: Bar[] = [];
  let x = 0;
  for (const symbol of code128Symbols(digits)) {
    [...PATTERNS[symbol]!].forEach((modules, place) => {
      const width = Number(modules);
      if (place % 2 === 0) bars.push({ x, width });
      x += width;
    });
  }
  return { bars, width: x };
}

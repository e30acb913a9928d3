/**
 * A text's size on the air (3GPP TS 23.038): GSM-7 while every character is in its alphabet, else UCS-2 for the whole text.
 * One accent such as "í" turns 160 characters into 70.
 */
export interface TextMeasure {
  encoding: 'GSM7' | 'UCS2';
  /** As counted on the air: an extended GSM character is two, so is an emoji. */
  characters: number;
}

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '\f^{}\\[~]|€';
const basic = new Set(BASIC);
const extended = new Set(EXTENDED);

export function measureText(text: string): TextMeasure {
  let characters = 0;
  for (const character of text) {
    if (basic.has(character)) characters += 1;
    else if (extended.has(character)) characters += 2;
    else return { encoding: 'UCS2', characters: text.length };
  }
  return { encoding: 'GSM7', characters };
}

/** Characters of one segment when there is one, and of each when there are several: the joining header takes seven or three. */
export interface SegmentLengths {
  gsm7: number;
  ucs2: number;
}
const HEADER = { GSM7: 7, UCS2: 3 } as const;

export function segmentsOf({ encoding, characters }: TextMeasure, lengths: SegmentLengths): number {
  const single = encoding === 'GSM7' ? lengths.gsm7 : lengths.ucs2;
  return characters <= single ? 1 : Math.ceil(characters / Math.max(1, single - HEADER[encoding]));
}

/** The letters that cost a text its GSM-7 alphabet, without their accents; ñ, é and ü are in it and stay. */
export function plainLetters(text: string): string {
  return text.replace(/[áíóúÁÍÓÚ]/g, (letter) => letter.normalize('NFD').charAt(0));
}

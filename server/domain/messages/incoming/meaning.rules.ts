import type { Meaning } from '../../../../contract/contact/incoming-messages.js';

const WORDS: Record<string, Meaning> = {
  'NO SOY': 'NOT_THEIRS',
  'NO SOY YO': 'NOT_THEIRS',
  BAJA: 'OPT_OUT',
  ALTO: 'OPT_OUT',
};

/**
 * Only a message that says nothing else is understood: "no soy responsable" is for a person to read. Case, accents, signs and spaces
 * do not count.
 */
export function meaningOf(text: string): Meaning {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()
    .toUpperCase();
  return WORDS[plain] ?? 'OTHER';
}

/** In the language of the market, as the words are that it answers. */
export const REPLIES: Record<Meaning, string | null> = {
  NOT_THEIRS: 'Gracias por avisar. No volveremos a contactar este número.',
  OPT_OUT: 'Recibido. Ya no le enviaremos mensajes por este medio.',
  OTHER: null,
};

export interface Scored<Entry> {
  entry: Entry;
  score: number;
}

/** Lower case without accents: "Línea" is found by "linea". */
export function normalised(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
}

/** How well a label fits; 0 not at all. Every word must be in it, at the beginning of one of its words counts more. */
export function scoreOf(words: string, label: string): number {
  if (words === '') return 1;
  const text = normalised(label);
  let score = 1;
  for (const word of words.split(/\s+/)) {
    const at = text.indexOf(word);
    if (at < 0) return 0;
    score += at === 0 ? 4 : /[\s/:]/.test(text[at - 1] ?? '') ? 2 : 0;
  }
  return score;
}

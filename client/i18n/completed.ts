/** The texts of one file: `list.title` -> the text. */
export type Words = Readonly<Record<string, string>>;

const forms = new Map<string, readonly string[]>();
/** Asking the platform takes longer than reading a file. */
function formsOf(tag: string): readonly string[] {
  const known = forms.get(tag) ?? new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  forms.set(tag, known);
  return known;
}

const FIELD = /^field\.([^.]+)$/;

/**
 * A file leaves out what says nothing new, and has it from here on: the heads of a column and a filter that are named as
 * their field is, and a plural form that reads as `_other`.
 *
 * @param tag the platform's name of the language, whose plural forms it has
 */
export function completed(words: Words, tag: string): Words {
  const all: Record<string, string> = {};
  for (const [key, text] of Object.entries(words)) {
    const name = FIELD.exec(key)?.[1];
    if (name) all[`column.${name}`] = all[`filter.${name}`] = text;
    if (key.endsWith('_other')) for (const form of formsOf(tag)) all[key.replace(/other$/, form)] = text;
  }
  return { ...all, ...words };
}

import { FORMS } from './forms.mjs';
import { PUSH } from './push.mjs';
import { RIGHTS } from './rights.mjs';
import { RULES } from './rules.mjs';
import { SQL } from './sql.mjs';
import { WORDS } from './words.mjs';

/** Each is one change of a text that stands in its file once, and the specs under `test/` that should notice. */
export const FAULTS = Object.entries({
  words: WORDS,
  forms: FORMS,
  rules: RULES,
  push: PUSH,
  rights: RIGHTS,
  sql: SQL,
}).flatMap(([area, faults]) => faults.map((fault) => ({ area, ...fault })));

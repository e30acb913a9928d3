import { z } from 'zod';
import { type NOUNS, nounsOf, type PlainNoun } from '../nouns.js';
import { Changes } from '../shared/changes.js';
import { Id } from '../shared/id.js';

type Nouns = typeof NOUNS;
type Shape<Name extends PlainNoun> = Record<Nouns[Name]['id'], typeof Id> & {
  institutionId: typeof Id;
  changes: typeof Changes;
} & (Nouns[Name] extends { events: 'below' } ? { heardBy: z.ZodArray<typeof Id> } : unknown);
type NounEvents = {
  [Name in PlainNoun as `${Name}.${'created' | 'changed'}`]: z.ZodObject<Shape<Name>>;
};

/** `created` and `changed` of the nouns that do not declare their own. */
export const NOUN_EVENTS = Object.fromEntries(
  nounsOf().flatMap(([noun, { id, events }]) => {
    if (events === 'own') return [];
    const heardBy = events === 'below' ? { heardBy: z.array(Id) } : {};
    const payload = z.object({ [id]: Id, institutionId: Id, ...heardBy, changes: Changes });
    return [
      [`${noun}.created`, payload],
      [`${noun}.changed`, payload],
    ];
  }),
) as unknown as NounEvents;

import { z } from 'zod';

/**
 * What a change of the configuration did, by field; a field of a document by its path: "hours.saturday.from". A secret
 * field tells that it changed and neither value.
 */
export const Changes = z.record(
  z.string(),
  z.object({ before: z.json(), after: z.json() }).or(z.literal('secret')),
);
export type Changes = z.infer<typeof Changes>;

import { z } from 'zod';

/**
 * Difference of a configuration change, by field; a field of a document by its path: "hours.saturday.from". A secret field
 * shows that it changed and neither value.
 */
export const Changes = z.record(
  z.string(),
  z.object({ before: z.json(), after: z.json() }).or(z.literal('secret')),
);
export type Changes = z.infer<typeof Changes>;

import type { z } from 'zod';
import type { Permission } from '../../../../contract/permissions.js';

/** A list of the product: where it is opened and what it asks the server. */
export interface ListCase {
  noun: string;
  at: string;
  /** Its words: `<words>:list.title`, `list.empty`, `list.add`. */
  words: string;
  /** The call that reads it, by what the contract says of its question; of a POST the question is the body. */
  read: { call: string; query: z.ZodType };
  /** The roles that have the button that adds one. */
  add?: { may: Permission };
  /** Other parts of its rows' answer. */
  besides?: object;
}

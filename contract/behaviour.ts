import { z } from 'zod';
import { Id } from './shared/id.js';

export const BEHAVIOUR_TYPES = [
  'LOGIN', 'LOGOUT', 'VIEW_CASE', 'REVEAL_PHONE', 'VIEW_PICTURE', 'VIEW_CONTACTS', 'COPY', 'EXPORT', 'PLAY_RECORDING',
  'SEND', 'DIAL', 'PAGE',
] as const; // prettier-ignore
export type BehaviourType = (typeof BEHAVIOUR_TYPES)[number];

/** What is kept of `detail`; the rest is cut. */
export const DETAIL_LENGTH = 120;

/**
 * `user/behavior/add`: what somebody did. `loanId` is the lender's number of a case, or the
 * loan item's id as it stands in the case's address. `ip` is what the
 * browser believes its address to be: kept as its claim, beside the address that the server saw.
 */
export const AddBehaviour = z.object({
  type: z.enum(BEHAVIOUR_TYPES),
  loanId: z
    .union([z.string().trim().max(40), z.int()])
    .nullish()
    .transform((id) => (id ? String(id) : null)),
  /** The case, where the page knows no loan. */
  taskId: Id.nullish(),
  detail: z.string().max(2_000).default(''),
  ip: z.union([z.ipv4(), z.ipv6()]).nullish().catch(null),
});
export type AddBehaviour = z.infer<typeof AddBehaviour>;

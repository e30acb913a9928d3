import { z } from 'zod';
import { BEHAVIOUR_TYPES } from './behaviour.js';
import { Id } from './shared/id.js';

/** What people did, as it is recorded. */
export const MONITORING_EVENTS = {
  /** `placed`: where its address is was known already. */
  'behaviour.recorded': z.object({
    behaviourId: Id,
    type: z.enum(BEHAVIOUR_TYPES),
    userId: Id.optional(),
    placed: z.boolean().optional(),
  }),
  /** Its address was looked up. */
  'behaviour.placed': z.object({ behaviourId: Id, userId: Id, isNew: z.boolean() }),
};

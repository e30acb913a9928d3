import { z } from 'zod';
import { ANOMALY_RULES } from '../supervision/anomalies.js';
import { BEHAVIOUR_TYPES } from '../supervision/behaviour.js';
import { Id } from '../shared/id.js';

const AnomalyRef = z.object({ anomalyId: Id, institutionId: Id });

/** Recorded acts of people, and the anomalies among them. */
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
  'anomaly.found': AnomalyRef.extend({ rule: z.enum(ANOMALY_RULES) }),
  'anomaly.handled': AnomalyRef.extend({
    act: z.enum(['acknowledge', 'assign', 'announce']),
    assigneeId: Id.nullable(),
  }),
};

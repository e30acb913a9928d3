import { z } from 'zod';
import { CallerNumber } from './agencies.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';

/** `softPhone/getMySoftPhone`; null when none is assigned. */
export interface Softphone {
  supplier: string;
  extensionNumber: string;
  /** Opened for its owner alone. */
  password: string;
}

export const SOFTPHONE_STATES = ['ENABLED', 'DISABLED'] as const;
export const BIND_STATES = ['bound', 'unbound'] as const;

const prefix = z
  .string()
  .trim()
  .max(64)
  .optional()
  .transform((text) => text || undefined);

/** `softPhone/list`. The softphone, the supplier and the collector's name are searched by prefix. */
export const SoftphoneListQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['extensionNumber']),
  extensionNumber: prefix,
  supplier: prefix,
  agent: prefix,
  institutionId: IdText.optional(),
  status: z.enum(SOFTPHONE_STATES).optional(),
  bound: z.enum(BIND_STATES).optional(),
});
export type SoftphoneListQuery = z.infer<typeof SoftphoneListQuery>;

const password = z.string().trim().min(4).max(64);
const SoftphoneFields = {
  institutionId: Id,
  /** The supplier's name, by which calls are dialled through it. */
  supplier: z.string().trim().min(1).max(40),
  extensionNumber: z
    .string()
    .trim()
    .min(1)
    .max(32)
    .regex(/^[\w+*#.-]+$/),
  /** The company that rents the line. */
  provider: z.string().trim().min(1).max(60).nullable(),
  /** The number that a callee is shown; left out: as it was. */
  callerNumber: CallerNumber.nullable().optional(),
  /** Null: as it was. It is kept encrypted, and answered to the softphone's collector alone. */
  password: password.nullable(),
};
export const SoftphoneForm = z.object(SoftphoneFields);
export type SoftphoneForm = z.infer<typeof SoftphoneForm>;
export const NewSoftphone = z.object({ ...SoftphoneFields, password });

/** `softPhone/createOrUpdate`: without an id a new softphone, which needs a password. */
export const SoftphoneChange = z
  .object({
    ...SoftphoneFields,
    id: Id.optional(),
    version: Id.optional(),
    clientRequestId: ClientRequestId.optional(),
  })
  .refine(({ id, password }) => id !== undefined || password !== null, {
    path: ['password'],
    params: { rule: 'required' },
  });
export type SoftphoneChange = z.infer<typeof SoftphoneChange>;

export const SOFTPHONE_ACTS = ['bind', 'unbind', 'enable', 'disable'] as const;
/** `softPhone/operator`; `agentId` says to whom a softphone is bound. */
export const SoftphoneAct = z
  .object({
    id: Id,
    act: z.enum(SOFTPHONE_ACTS),
    agentId: Id.optional(),
    version: Id.optional(),
    clientRequestId: ClientRequestId.optional(),
  })
  .refine(({ act, agentId }) => act !== 'bind' || agentId !== undefined, {
    path: ['agentId'],
    params: { rule: 'required' },
  });
export type SoftphoneAct = z.infer<typeof SoftphoneAct>;

/** `softPhone/info/{id}`; a row of `softPhone/list`; `softPhone/getByBindAgentId`, which answers null when there is none. */
export interface SoftphoneInfo extends Omit<SoftphoneForm, 'password' | 'callerNumber'> {
  callerNumber: string | null;
  id: number;
  version: number;
  institutionName: string;
  status: (typeof SOFTPHONE_STATES)[number];
  /** Null: unbound. */
  agentId: number | null;
  agent: string | null;
  boundAt: string | null;
  unboundAt: string | null;
  updatedAt: string;
}

/** `softPhone/getByBindAgentId?agentId=` */
export const BoundCollectorQuery = z.object({ agentId: IdText });
export type BoundCollectorQuery = z.infer<typeof BoundCollectorQuery>;

/** `softPhone/bindRecord`: of a softphone or of a collector, the newest first. */
export const BindRecordQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  softPhoneId: IdText.optional(),
  agentId: IdText.optional(),
});
export type BindRecordQuery = z.infer<typeof BindRecordQuery>;

export interface BindRecord {
  id: number;
  softphoneId: number;
  supplier: string;
  extensionNumber: string;
  agentId: number;
  agent: string;
  boundAt: string;
  boundBy: string | null;
  /** Null: it is still bound. */
  unboundAt: string | null;
  unboundBy: string | null;
}

import { z } from 'zod';
import { Id } from '../shared/id.js';

/** Answers at the beginning of a call, in the order of the keys 1 to 4. */
export const PARTIES = ['BORROWER', 'NOT_HERE', 'WRONG_NUMBER', 'WILL_NOT_SAY'] as const;
export type Party = (typeof PARTIES)[number];

/** And without one of them: SKIPPED with a reason, RECORDED when a client that does not ask recorded the call's result. */
export const PARTY_ANSWERS = [...PARTIES, 'SKIPPED', 'RECORDED'] as const;
export type PartyAnswer = (typeof PARTY_ANSWERS)[number];

/** Letters of a reason to skip the question. */
export const SKIP_REASON = { min: 5, max: 200 };

/** `softPhone/whoAnswers`: who answered the own call. Until then its case is shut to the caller: `call.whoAnswers`. */
export const WhoAnswers = z
  .object({
    callId: Id,
    answer: z.enum([...PARTIES, 'SKIPPED']),
    reason: z.string().trim().min(SKIP_REASON.min).max(SKIP_REASON.max).nullish(),
  })
  .refine(({ answer, reason }) => answer !== 'SKIPPED' || reason, { path: ['reason'] });
export type WhoAnswers = z.infer<typeof WhoAnswers>;

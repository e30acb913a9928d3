import { z } from 'zod';

/** Steps an organisation needs before its first collector can record a call, in the order in which they are made. */
export const SETUP_STEPS = [
  'institution', 'below', 'administrator', 'group', 'queue', 'indicator', 'product', 'policy', 'limits', 'template', 'providers',
  'phone', 'supervisor', 'user', 'schedule', 'import', 'handOut', 'backup',
] as const; // prettier-ignore
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Steps of the whole site: whoever administers a part of it does not see them. */
export const SITE_STEPS = ['providers', 'backup'] as const satisfies readonly SetupStep[];

/** Steps that an organisation can do without. */
export const SKIPPABLE_STEPS = [
  'below', 'indicator', 'product', 'policy', 'limits', 'template', 'providers', 'phone', 'supervisor', 'schedule', 'backup',
] as const satisfies readonly SetupStep[]; // prettier-ignore
export type SkippableStep = (typeof SKIPPABLE_STEPS)[number];

/**
 * Open needs of a step that was begun: an active template, a phone that somebody has, a collector with group and queue, an
 * overdue loan, a collector for the cases that wait, a backup of today.
 */
export const SETUP_GAPS = ['inactive', 'unbound', 'nowhere', 'notOverdue', 'waiting', 'old'] as const;
export type SetupGap = (typeof SETUP_GAPS)[number];

/** `setup/steps`: every step in order, and whether the viewer's institutions have what it makes, or one above has. */
export interface SetupState {
  step: SetupStep;
  done: boolean;
  /** Null when it is done, or when nothing of it is there yet. */
  gap: SetupGap | null;
  /** Person of the viewer's institution who said that it is not needed, and why; null when nobody did. */
  skipped: { by: string; reason: string; at: string } | null;
}

/** `setup/skip` */
export const SetupSkipForm = z.strictObject({
  step: z.enum(SKIPPABLE_STEPS),
  reason: z.string().trim().min(3).max(200),
});
export type SetupSkipForm = z.infer<typeof SetupSkipForm>;

/** `setup/resume` */
export const SetupResume = z.strictObject({ step: z.enum(SKIPPABLE_STEPS) });
export type SetupResume = z.infer<typeof SetupResume>;

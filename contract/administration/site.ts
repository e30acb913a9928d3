import { z } from 'zod';

/** DEMO is invented, and stays so. TRIAL is the lender's own, with simulators where no provider is connected. LIVE has none. */
export const SITE_STAGES = ['DEMO', 'TRIAL', 'LIVE'] as const;
export type SiteStage = (typeof SITE_STAGES)[number];

/** Providers outside, by what they do for us. */
export const PROVIDER_NAMES = ['carrier', 'telephone', 'rails', 'debit', 'liveness', 'ip', 'mail'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** REAL has an address of its own. SIMULATED is answered by the sandbox. OFF: a live site has no sandbox. */
export const PROVIDER_STATES = ['REAL', 'SIMULATED', 'OFF'] as const;
export type ProviderState = (typeof PROVIDER_STATES)[number];

/** Said about the site on every screen. */
export const SiteMark = z.object({
  stage: z.enum(SITE_STAGES),
  providers: z.record(z.enum(PROVIDER_NAMES), z.enum(PROVIDER_STATES)),
});
export type SiteMark = z.infer<typeof SiteMark>;

/** A provider as an administrator sees it. */
export interface SiteProvider {
  name: ProviderName;
  state: ProviderState;
  /** Host of its address, for who administers all institutions; null when it has none. */
  host: string | null;
  /** The environment variable that names its address. */
  variable: string;
  /** Something is set up that needs it: a template, a telephone, a repayment code. */
  inUse: boolean;
}

/** An approval of going live, asked for or given. */
export interface StandingWish {
  id: number;
  institutionId: number;
  status: 'WAITING' | 'APPROVED';
  requestedBy: string | null;
  decidedBy: string | null;
}

/** `site/status` */
export interface SiteStatus {
  stage: SiteStage;
  /** When the site went live; null before. */
  liveSince: string | null;
  providers: SiteProvider[];
  /** For who administers all institutions. */
  wish: StandingWish | null;
}

import type { DeskPerson } from '../../features/cases/desk.js';

/** Whose row it is: the collector's, the colleague's in the same group, another group's, another institution's. */
export const OWNERS = ['collector', 'colleague', 'stranger', 'elsewhere'] as const;
export type Owner = (typeof OWNERS)[number];

/** Whose rows exist for whom: by a call, by a socket. */
export const SEES: Record<DeskPerson, readonly Owner[]> = {
  collector: ['collector'],
  colleague: ['colleague'],
  stranger: ['stranger'],
  leader: ['collector', 'colleague'],
  otherLeader: ['stranger'],
  supervisor: ['collector', 'colleague', 'stranger'],
  admin: ['collector', 'colleague', 'stranger'],
  otherAdmin: ['elsewhere'],
};
export const PEOPLE = Object.keys(SEES) as DeskPerson[];

import type { DeskPerson } from '../../features/cases/desk.js';

/** Owners of a row: the collector, a colleague in the same group, another group, another institution. */
export const OWNERS = ['collector', 'colleague', 'stranger', 'elsewhere'] as const;
export type Owner = (typeof OWNERS)[number];

/** Rows that exist for a person: by a call, by a socket. */
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

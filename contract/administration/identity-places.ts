import { z } from 'zod';

/** Roles that a provider's group may stand for. An administrator is made by administrators alone. */
export const PLACED_ROLES = ['member', 'leader', 'supervisor'] as const;

/** Work that a group of the lender's identity provider stands for. */
export interface IdentityPlace {
  group: string;
  role: (typeof PLACED_ROLES)[number];
  /** Codes of the institution and the queue, and the team's name. */
  institution: string;
  team: string | null;
  queue: string | null;
}

const MAX_PLACES = 100;
const LINE = /^(.{1,200}?)\s+=\s+(member|leader|supervisor)\s+@\s+(.{1,200})$/;

/** The first group that a person is in counts. @returns null when a line is none */
export function readPlaces(text: string): IdentityPlace[] | null {
  const lines = text.split('\n').map((line) => line.trim());
  const read = lines.filter((line) => line !== '').map(readPlace);
  const places = read.filter((place) => place !== null);
  return places.length === read.length && places.length <= MAX_PLACES ? places : null;
}

/** "collections-north = member @ NORTE / Team 1 / C1-3" */
function readPlace(line: string): IdentityPlace | null {
  const [, group = '', role, where = ''] = LINE.exec(line) ?? [];
  const [institution = '', team = null, queue = null, ...more] = where.split('/').map((part) => part.trim());
  if (!role || !institution || team === '' || queue === '' || more.length > 0) return null;
  if (role !== 'supervisor' && team === null) return null;
  return { group, role: role as IdentityPlace['role'], institution, team, queue };
}

/** One group a line. Null: accounts are made here, and a group places nobody. */
export const PlacesText = z
  .string()
  .trim()
  .max(4_000)
  .refine((text) => readPlaces(text) !== null)
  .nullable()
  .default(null);

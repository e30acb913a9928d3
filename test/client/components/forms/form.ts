import type { z } from 'zod';
import type { Role } from '../../../../contract/codes.js';
import type { Permission } from '../../../../contract/permissions.js';
import { type Network, Refusal } from '../support/network.js';

/** A form of the product: where it is opened, what it shows, what it needs, and what it sends. */
export interface FormCase {
  noun: string;
  may: Permission;
  /** Another permission, that is enough for some of its fields. */
  mayPart?: Permission;
  /** The person who opens it; an administrator unless said. */
  role?: Role;
  /** The words of its labels: `<words>:field.<name>.label`. */
  words: string;
  /** Where a new one is made. */
  add: string;
  /** Values typed into the fields of a new one, by their names: all that must be filled, in the form's order. */
  typed: Readonly<Record<string, string>>;
  /** Where one that exists is changed, and the version that the server answers for it. */
  edit?: { at: string; version: number };
  /** The call that saves, by what the contract says of its body. */
  save: { call: string; body: z.ZodType; answer?: unknown };
  /** The call that saves a change, where it is another one. */
  change?: { call: string; body: z.ZodType };
  answers: (network: Network) => unknown;
}

export const page = <Row>(row: Row) => ({ result: [row], totalCount: 1 });
export const NONE = { result: [], totalCount: 0 };
export const AT = '2026-11-18T17:00:00.000Z';
/** Rows of a page that follows and is not looked at. */
export const GONE = new Refusal('21', 'It is not here');

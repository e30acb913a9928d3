import type { z } from 'zod';
import type { Permission } from '../../../../contract/permissions.js';
import type { Network } from '../support/network.js';

/** A form of the product: where it is opened, what it shows, what it needs, and what it sends. */
export interface FormCase {
  noun: string;
  may: Permission;
  /** The words of its labels: `<words>:field.<name>.label`. */
  words: string;
  /** Where a new one is made, and what of it must be filled by somebody. */
  add?: string;
  /** What is typed into fields of the new form, by their names; all that it asks for. */
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

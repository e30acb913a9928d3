import type { ProviderName } from '../../../contract/administration/site.js';
import { sql } from '../../platform/db/sql.js';

/** By 1 and 0. No work waits for the places of addresses, nor for mail: an administrator hands a code over, too. */
export type ProvidersInUse = Record<Exclude<ProviderName, 'ip' | 'mail'>, number>;

export const isInUse = (used: ProvidersInUse | undefined, name: ProviderName): boolean =>
  (used as Partial<Record<ProviderName, number>> | undefined)?.[name] === 1;

/** Which providers something set up here needs. */
export const providersInUse = sql`
  SELECT
    EXISTS(SELECT 1 FROM message_template WHERE enabled = 1) AS carrier,
    EXISTS(SELECT 1 FROM softphone WHERE status = 'ENABLED') AS telephone,
    EXISTS(SELECT 1 FROM repayment_code) AS rails,
    EXISTS(SELECT 1 FROM product_terms WHERE automatic_debit = 1) OR EXISTS(SELECT 1 FROM deduction) AS debit,
    EXISTS(SELECT 1 FROM user WHERE liveness <> 'NONE' AND enabled = 1) AS liveness`;

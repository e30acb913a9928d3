import type { AnomalyRow, AnomalyRule } from '../../../contract/supervision/anomalies';
import { businessDay } from '../../../contract/shared/date';

type Filters = Record<string, string | null>;

/** Places where an anomaly is found: filters of the records beside its person and its days. */
const FOUND_IN: Record<AnomalyRule, (row: AnomalyRow) => Filters> = {
  revealBurst: () => ({ type: 'REVEAL_PHONE' }),
  exports: () => ({ type: 'EXPORT' }),
  newAddress: ({ about }) => ({ address: about, pages: 'shown' }),
  newDevice: () => ({ type: 'LOGIN' }),
  nightWork: () => ({ pages: 'shown' }),
  shortCalls: () => ({ view: 'calls' }),
  sharedNumber: ({ loanId }) => ({ view: 'calls', loanId }),
  refusedRetry: ({ loanId }) => ({ loanId }),
  wrongParty: () => ({ view: 'calls' }),
};

/** The records that an anomaly was found in, of its person, on its days in Mexico. */
export function evidenceOf(row: AnomalyRow): string {
  const filters: Filters = {
    username: row.username,
    dateFrom: businessDay(new Date(row.at)),
    dateTo: businessDay(new Date(row.lastAt)),
    ...FOUND_IN[row.rule](row),
  };
  const given = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== null);
  return `/dataMonitoring?${new URLSearchParams(given).toString()}`;
}

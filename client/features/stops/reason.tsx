import type { TFunction } from 'i18next';
import type { StopRow } from '../../../contract/contact/stops';

/** The words of who stopped it, or what the record says that placed it. */
export function reasonOf({ reason, result }: Pick<StopRow, 'reason' | 'result'>, t: TFunction): string {
  if (result === null) return reason ?? '';
  return t('stops:recorded', { result: t(`codes:call-result.${result}`) });
}
/** A number is also stopped by the person who has it, in a message. */
export function stopperOf({ stoppedBy }: Pick<StopRow, 'stoppedBy'>, t: TFunction): string {
  return stoppedBy ?? t('stops:by-message');
}

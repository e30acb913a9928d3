import { businessDay } from '../../../../contract/shared/date';
import { useNow } from '../../../state/clock';

/** The business day, by the server's clock. */
export const useToday = (): string => businessDay(new Date(useNow()));

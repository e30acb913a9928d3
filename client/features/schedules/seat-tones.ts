import type { SeatState } from '../../../contract/team/schedules';
import type { Tone } from '../../ui/status-tag';

export const SEAT_TONES: Record<SeatState, Tone> = {
  ON_DUTY: 'good',
  ABSENT: 'warn',
  REST: 'info',
  RESIGNED: 'muted',
};

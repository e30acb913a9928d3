import { BUSINESS_ZONE } from '../../../contract/shared/date';

/** The working day of the floor: what share of it is over tells what share of the target should be in. */
const FROM_HOUR = 8;
const TO_HOUR = 20;

export function dayShare(now: Date): number {
  const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', {
    timeZone: BUSINESS_ZONE,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(now)
    .split(':')
    .map(Number);
  const share = (hour + minute / 60 - FROM_HOUR) / (TO_HOUR - FROM_HOUR);
  return Math.min(1, Math.max(0, share));
}

/** The hour of Mexico City that is running: the later ones are still empty, not zero. */
export function hourOf(now: Date): number {
  return Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: BUSINESS_ZONE, hour: '2-digit', hourCycle: 'h23' }).format(
      now,
    ),
  );
}

import type { JobName } from '../server/platform/jobs/job-table.js';
import { BUSINESS_ZONE } from '../contract/shared/wall-clock.js';

/**
 * Every recurring job, in one table. Patterns are cron (with seconds) in the zone, by the clock that the rules go by; each job
 * is idempotent for its day.
 */
export const SCHEDULE: readonly { name: JobName; pattern: string; zone: string; why: string }[] = [
  {
    name: 'days.open',
    pattern: '0 0 0 * * *',
    zone: BUSINESS_ZONE,
    why: 'What falls due comes into its case, and a score card begins with what was owned and due at 00:00.',
  },
  {
    name: 'loans.fallDue',
    pattern: '20 */5 * * * *',
    zone: BUSINESS_ZONE,
    why: 'Opens the next case of what a reversal, a refused extension or an intake left overdue without one.',
  },
  {
    name: 'allocation.ask',
    pattern: '40 * 7-20 * * *',
    zone: BUSINESS_ZONE,
    why: 'Hands out what waits at 07:00 and each minute of the shifts, and goes on with plans whose job was lost.',
  },
  {
    name: 'recovery.count',
    pattern: '55 */10 * * * *',
    zone: BUSINESS_ZONE,
    why: 'Counts what each stratum brought yesterday, and on days that were missed.',
  },
  {
    name: 'seals.sign',
    pattern: '25 */10 * * * *',
    zone: BUSINESS_ZONE,
    why: 'Signs how far the chain of the log is, outside of the database; on a day without events, too.',
  },
  {
    name: 'seals.send',
    pattern: '40 */10 * * * *',
    zone: BUSINESS_ZONE,
    why: 'Sends what was signed away from this host, where RECOUP_WORDS_URL says to.',
  },
  {
    name: 'seals.mail',
    pattern: '50 15 * * * *',
    zone: BUSINESS_ZONE,
    why: 'Mails the last signed words of days that are over to whom administrators have named.',
  },
  {
    name: 'seals.stamp',
    pattern: '10 20 * * * *',
    zone: BUSINESS_ZONE,
    why: 'Has an authority stamp the signed words of days that are over, where RECOUP_STAMP_URL names one.',
  },
  {
    name: 'webhooks.send',
    pattern: '*/5 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Tells other systems what happened since, and tries again those that did not take it.',
  },
  {
    name: 'health.watch',
    pattern: '35 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Tells administrators of a part of the site that is bad at two looks in a row.',
  },
  {
    name: 'complaints.remind',
    pattern: '0 5 8-20 * * *',
    zone: BUSINESS_ZONE,
    why: 'Says that the month before has to be confirmed and reported; each hour, for who was down at eight.',
  },
  {
    name: 'privacy.sweep',
    pattern: '50 */10 * * * *',
    zone: BUSINESS_ZONE,
    why: 'Erases those whose job was lost with Redis.',
  },
  {
    name: 'days.accrue',
    pattern: '0 10 0 * * *',
    zone: BUSINESS_ZONE,
    why: 'After the days are open: a day is measured by what was due when it began.',
  },
  {
    name: 'calls.sweep',
    pattern: '*/5 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Ends calls without a hang-up, and does what was lost with Redis while somebody waits on the line.',
  },
  {
    name: 'calls.sweepRecordings',
    pattern: '15,45 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Pulls recordings whose own job was lost with Redis; apart from the sweep of calls, which must not wait for it.',
  },
  {
    name: 'messages.sweep',
    pattern: '*/5 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Sends what was lost with Redis, and applies receipts that came before their message was known.',
  },
  {
    name: 'messages.remind',
    pattern: '5 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Reminds of promises on their day once it is ten where the borrower is.',
  },
  {
    name: 'repaymentCodes.sweep',
    pattern: '*/15 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Asks for codes whose own job was lost with Redis, and ends those whose time or case is over.',
  },
  {
    name: 'deductions.sweep',
    pattern: '*/15 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Hands over deductions whose own job was lost with Redis; a day without an answer is a failure.',
  },
  {
    name: 'deductions.automatic',
    pattern: '35 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Debits cards on the day of a promise where the product allows it.',
  },
  {
    name: 'extensions.sweep',
    pattern: '0 */5 * * * *',
    zone: BUSINESS_ZONE,
    why: 'Ends offers of extensions that nobody paid.',
  },
  {
    name: 'promises.sweep',
    pattern: '*/2 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Settles promises whose own job was lost with Redis: within 5 s of their deadline, as with it.',
  },
  {
    name: 'behaviour.sweep',
    pattern: '50 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Looks up addresses whose own job was lost with Redis, or failed.',
  },
  {
    name: 'schedules.sweep',
    pattern: '10 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Reads uploaded schedules whose own job was lost with Redis.',
  },
  {
    name: 'sheets.sweep',
    pattern: '20 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Reads and applies uploaded users and softphones whose own job was lost with Redis.',
  },
  {
    name: 'schedules.carryOut',
    pattern: '15 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Releases what who has been absent for half an hour has not touched, and ends the work of who resigns on the day.',
  },
  {
    name: 'exports.sweep',
    pattern: '25 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Writes files whose own job was lost with Redis, and gives up those that nothing could write.',
  },
  {
    name: 'policyLab.sweep',
    pattern: '45 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Replays proposed policies whose own job was lost with Redis, and gives up those that nothing could finish.',
  },
  {
    name: 'presence.sweep',
    pattern: '*/2 * * * * *',
    zone: BUSINESS_ZONE,
    why: 'Notices who is idle and whose browsers have fallen silent: no event tells of either.',
  },
  {
    name: 'quality.draw',
    pattern: '0 30 6-20 * * *',
    zone: BUSINESS_ZONE,
    why: 'Draws the calls of yesterday that inspectors score, and of whom the recordings came later.',
  },
  {
    name: 'retention.purge',
    pattern: '0 25 * * * *',
    zone: BUSINESS_ZONE,
    why: 'Deletes what has outlived its use, an hour of it at a time.',
  },
];

import { describe, expect, it } from '@jest/globals';
import { dayNumber, hourOf, instantOf, wallClock } from '../../../contract/shared/wall-clock.js';
import { isHoliday } from '../../../contract/shared/holidays.js';
import {
  closesAt,
  localTime,
  nextOpen,
} from '../../../server/domain/contact-compliance/decide/hours.rules.js';
import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import {
  whereaboutsAt,
  whereaboutsOf,
  zoneKey,
  ZONES,
} from '../../../server/domain/contact-compliance/decide/zones.rules.js';

describe('where a borrower is', () => {
  it.each([
    ['Ciudad de México', 'Coyoacán', 'America/Mexico_City'],
    ['CDMX', null, 'America/Mexico_City'],
    ['Distrito Federal', '', 'America/Mexico_City'],
    ['ESTADO DE MEXICO', 'Toluca', 'America/Mexico_City'],
    ['Yucatán', 'Mérida', 'America/Mexico_City'],
    ['Sonora', 'Hermosillo', 'America/Hermosillo'],
    ['Sinaloa', 'Culiacán', 'America/Mazatlan'],
    ['Nayarit', 'Tepic', 'America/Mazatlan'],
    ['Nayarit', 'Bahía de Banderas', 'America/Bahia_Banderas'],
    ['Baja California Sur', 'La Paz', 'America/Mazatlan'],
    ['Baja California', 'Tijuana', 'America/Tijuana'],
    ['Quintana Roo', 'Benito Juárez', 'America/Cancun'],
    ['Chihuahua', 'Chihuahua', 'America/Chihuahua'],
    ['Chihuahua', 'Juárez', 'America/Ciudad_Juarez'],
    ['Chihuahua', 'Ojinaga', 'America/Ojinaga'],
    ['Tamaulipas', 'Reynosa', 'America/Matamoros'],
    ['Tamaulipas', 'Ciudad Victoria', 'America/Mexico_City'],
    ['Coahuila de Zaragoza', 'Piedras Negras', 'America/Matamoros'],
    ['Coahuila', 'Torreón', 'America/Mexico_City'],
    ['  sonora ', null, 'America/Hermosillo'],
  ])('%s, %s is in %s', (state, municipality, zone) => {
    expect(whereaboutsOf(state, municipality)).toEqual({ zone, known: true });
  });

  it.each([[null], [''], ['Texas'], ['Sonora, Mexico']])('is not known from %j', (state) => {
    expect(whereaboutsOf(state, 'Juárez')).toEqual({ zone: 'America/Mexico_City', known: false });
  });

  it('has a place for each zone and gets it back', () => {
    for (const [key, zone] of ZONES.entries()) {
      expect(zoneKey(whereaboutsAt(key))).toBe(key);
      if (zone) expect(() => localTime(zone, new Date())).not.toThrow();
    }
    expect(zoneKey(whereaboutsOf('Sonora', null))).toBe(3);
  });

  it.each([
    // 2026-07-01 18:00 UTC: Mexico has no summer time, its border with the United States has.
    ['2026-07-01T18:00:00Z', 'America/Mexico_City', '12:00'],
    ['2026-07-01T18:00:00Z', 'America/Tijuana', '11:00'],
    ['2026-07-01T18:00:00Z', 'America/Hermosillo', '11:00'],
    ['2026-07-01T18:00:00Z', 'America/Mazatlan', '11:00'],
    ['2026-07-01T18:00:00Z', 'America/Chihuahua', '12:00'],
    ['2026-07-01T18:00:00Z', 'America/Ciudad_Juarez', '12:00'],
    ['2026-07-01T18:00:00Z', 'America/Matamoros', '13:00'],
    ['2026-07-01T18:00:00Z', 'America/Cancun', '13:00'],
    ['2026-12-01T18:00:00Z', 'America/Tijuana', '10:00'],
    ['2026-12-01T18:00:00Z', 'America/Ciudad_Juarez', '11:00'],
    ['2026-12-01T18:00:00Z', 'America/Matamoros', '12:00'],
  ])('at %s in %s it is %s', (at, zone, shown) => {
    const { day, minute } = localTime(zone, new Date(at));
    expect(
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    ).toBe(shown);
    expect(instantOf(zone, day, minute).toISOString()).toBe(new Date(at).toISOString());
  });

  it('finds an instant on a day that changes the clocks', () => {
    // Tijuana skips 02:00 to 03:00 on 8 March 2026.
    expect(instantOf('America/Tijuana', '2026-03-08', 8 * 60).toISOString()).toBe('2026-03-08T15:00:00.000Z');
    expect(instantOf('America/Tijuana', '2026-03-07', 1_440).toISOString()).toBe('2026-03-08T08:00:00.000Z');
  });
});

describe('a federal holiday', () => {
  it.each([
    '2026-01-01', '2026-02-02', '2026-03-16', '2026-05-01', '2026-09-16', '2026-11-16', '2026-12-25',
    '2027-02-01', '2027-03-15', '2027-11-15', '2024-10-01', '2030-10-01', '2021-02-01',
  ])('is %s', (day) => expect(isHoliday(day)).toBe(true)); // prettier-ignore

  it.each([
    '2026-02-05', '2026-02-09', '2026-03-21', '2026-09-15', '2026-11-20', '2026-10-01', '2018-10-01', '2026-12-24',
    '2026-12-01',
  ])('is not %s', (day) => expect(isHoliday(day)).toBe(false)); // prettier-ignore
});

const CITY = { zone: 'America/Mexico_City', known: true };
const UNKNOWN = { zone: 'America/Mexico_City', known: false };
const TIJUANA = { zone: 'America/Tijuana', known: true };
const all = { operating: false };
const SIX_DAYS = {
  ...DEFAULT_POLICY,
  operatingHours: { ...DEFAULT_POLICY.operatingHours, days: [1, 2, 3, 4, 5, 6] },
};

describe('the hours', () => {
  it.each([
    ['a Wednesday in the morning', CITY, '2026-11-18T13:59:59.999Z', '2026-11-18T14:00:00.000Z'],
    ['the first minute', CITY, '2026-11-18T14:00:00Z', '2026-11-18T14:00:00.000Z'],
    ['the last second', CITY, '2026-11-19T01:59:59Z', '2026-11-19T01:59:59.000Z'],
    ['20:00', CITY, '2026-11-19T02:00:00Z', '2026-11-19T14:00:00.000Z'],
    ['Saturday at 20:00: over Sunday', CITY, '2026-11-22T02:00:00Z', '2026-11-23T14:00:00.000Z'],
    ['Sunday at noon', CITY, '2026-11-22T18:00:00Z', '2026-11-23T14:00:00.000Z'],
    ['the Sunday before a holiday', CITY, '2026-11-15T18:00:00Z', '2026-11-17T14:00:00.000Z'],
    ['midnight', CITY, '2026-11-18T06:00:00Z', '2026-11-18T14:00:00.000Z'],
    ['Tijuana when Mexico City opens', TIJUANA, '2026-11-18T14:00:00Z', '2026-11-18T16:00:00.000Z'],
    ['Tijuana when Mexico City has closed', TIJUANA, '2026-11-19T03:00:00Z', '2026-11-19T03:00:00.000Z'],
    ['nobody knows where, 08:30', UNKNOWN, '2026-11-18T14:30:00Z', '2026-11-18T15:00:00.000Z'],
  ])('open next after %s', (_, where, at, next) => {
    expect(nextOpen(SIX_DAYS, where, new Date(at), all)?.toISOString()).toBe(next);
  });

  it('leave out the days that the policy closes, each in the borrower’s own zone', () => {
    const closedDays = ['2026-11-19', '2026-11-20'];
    const closed = { ...DEFAULT_POLICY, operatingHours: { ...DEFAULT_POLICY.operatingHours, closedDays } };
    const open = (where: typeof CITY, at: string) =>
      nextOpen(closed, where, new Date(at), all)?.toISOString();
    expect(open(CITY, '2026-11-19T01:59:00Z')).toBe('2026-11-19T01:59:00.000Z');
    expect(open(CITY, '2026-11-19T02:00:00Z')).toBe('2026-11-23T14:00:00.000Z');
    // It is still Wednesday there.
    expect(open(TIJUANA, '2026-11-19T03:00:00Z')).toBe('2026-11-19T03:00:00.000Z');
    expect(open(TIJUANA, '2026-11-19T20:00:00Z')).toBe('2026-11-23T16:00:00.000Z');
  });

  it('leave the Saturday out, until somebody takes it on', () => {
    const friday = new Date('2026-11-21T02:00:00Z');
    expect(nextOpen(DEFAULT_POLICY, CITY, friday, all)?.toISOString()).toBe('2026-11-23T14:00:00.000Z');
    expect(nextOpen(SIX_DAYS, CITY, friday, all)?.toISOString()).toBe('2026-11-21T14:00:00.000Z');
  });

  it.each([
    ['inside', CITY, '2026-11-18T17:00:00Z', '2026-11-19T02:00:00.000Z'],
    ['in Tijuana', TIJUANA, '2026-11-18T17:00:00Z', '2026-11-19T04:00:00.000Z'],
    ['on a Sunday', CITY, '2026-11-22T17:00:00Z', undefined],
  ])('close %s', (_, where, at, end) => {
    expect(closesAt(DEFAULT_POLICY, where, new Date(at), all)?.toISOString()).toBe(end);
  });

  it('are the law’s alone when a leader has set the company’s aside', () => {
    const waived = { operating: true };
    const sunday = new Date('2026-11-22T17:00:00Z');
    expect(nextOpen(DEFAULT_POLICY, CITY, sunday, waived)).toEqual(sunday);
    expect(closesAt(DEFAULT_POLICY, CITY, sunday, waived)?.toISOString()).toBe('2026-11-23T04:00:00.000Z');
    expect(closesAt(DEFAULT_POLICY, UNKNOWN, sunday, waived)?.toISOString()).toBe('2026-11-23T03:00:00.000Z');
  });

  it('never open when no day is worked', () => {
    const policy = {
      ...DEFAULT_POLICY,
      operatingHours: { ...DEFAULT_POLICY.operatingHours, days: [] },
    };
    expect(nextOpen(policy, CITY, new Date('2026-11-18T17:00:00Z'), all)).toBeNull();
  });
});

describe('a clock', () => {
  // Lord Howe's changes lie on a half hour; the first days are before clocks kept full hours.
  it.each(['America/Tijuana', 'America/Mexico_City', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
    'of %s shows what the platform says, around every change of it',
    (zone) => {
      const style = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
      const format = new Intl.DateTimeFormat('sv-SE', style);
      const starts = ['1921-12-31T23:59:59.500Z', '2022-04-03T00:00:00.000Z', '2026-03-08T00:00:00.000Z'];
      const hours = Array.from({ length: 400 }, (_, step) => (step * 45 * 60 + 1) * 1000);
      for (const at of starts.flatMap((start) => hours.map((ms) => new Date(Date.parse(start) + ms)))) {
        const shown = format.format(at);
        expect(wallClock(at, zone)).toBe(shown);
        expect(hourOf(at, zone)).toBe(Number(shown.slice(11, 13)));
        expect(dayNumber(at, zone) * 86_400_000).toBe(Date.parse(`${shown.slice(0, 10)}T00:00:00Z`));
      }
    },
  );
});

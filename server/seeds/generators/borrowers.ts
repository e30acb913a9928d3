import {
  BANKS,
  COMPANIES,
  EDUCATION,
  MARITAL,
  MEN,
  OCCUPATIONS,
  PLACES,
  STREETS,
  SURNAMES,
  WOMEN,
  type Place,
} from './names.js';
import type { Random } from './random.js';

export interface SyntheticPerson {
  name: string;
  phone: string;
}

export interface SyntheticBorrower extends SyntheticPerson {
  cells: Record<string, string>;
}

/** Somebody who does not exist, in the columns of the intake. */
export function borrower(random: Random, today: string): SyntheticBorrower {
  const woman = random.chance(0.55);
  const [given, father, mother] = [
    random.pick(woman ? WOMEN : MEN),
    random.pick(SURNAMES),
    random.pick(SURNAMES),
  ];
  const place = random.pick(PLACES);
  const birthDate = birth(random, Number(today.slice(0, 4)));
  const name = `${given} ${father} ${mother}`;
  const number = phone(random, place);
  return {
    name,
    phone: number,
    cells: {
      borrowerName: name,
      identityNumber: curp(random, { given, father, mother, woman, birthDate, place }),
      birthDate,
      municipality: place.municipality,
      state: place.state,
      phone: number,
      phoneSource: number.endsWith('7') ? 'TRACED' : 'APPLICATION',
      ...(random.chance(0.3) ? { homePhone: phone(random, place) } : {}),
      ...(random.chance(0.7) ? { companyName: random.pick(COMPANIES) } : {}),
      occupation: random.pick(OCCUPATIONS),
      maritalStatus: random.pick(MARITAL),
      education: random.pick(EDUCATION),
      bankName: random.pick(BANKS),
      cardLast4: random.digits(4),
      residenceAddress: address(random, place),
      ...(random.chance(0.5) ? { companyAddress: address(random, place) } : {}),
      ...(random.chance(0.8) ? { workingYears: String(random.between(0, 25)) } : {}),
    },
  };
}

export function relative(random: Random): SyntheticPerson {
  const given = random.pick(random.chance(0.5) ? WOMEN : MEN);
  return {
    name: `${given} ${random.pick(SURNAMES)} ${random.pick(SURNAMES)}`,
    phone: phone(random, random.pick(PLACES)),
  };
}

/** Ten digits with a real area code; no subscriber's number begins with 0, so it can never be anybody's. */
function phone(random: Random, { area }: Place): string {
  return `+52${area}0${random.digits(9 - area.length)}`;
}

function address(random: Random, { municipality, state }: Place): string {
  const street = `${random.pick(STREETS)} ${random.between(1, 480)}`;
  return `${street}, ${municipality}, ${state}, CP ${random.digits(5)}`;
}

function birth(random: Random, thisYear: number): string {
  const [year, month, day] = [
    thisYear - random.between(20, 64),
    random.between(1, 12),
    random.between(1, 28),
  ];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

interface CurpParts {
  given: string;
  father: string;
  mother: string;
  woman: boolean;
  birthDate: string;
  place: Place;
}
const CURP_ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** 18 characters by the rules of a CURP, its check digit included. */
function curp(random: Random, parts: CurpParts): string {
  const [given, father, mother] = [plain(parts.given), plain(parts.father), plain(parts.mother)];
  const inner = (word: string, kind: RegExp) => [...word.slice(1)].find((letter) => kind.test(letter)) ?? 'X';
  const date = parts.birthDate.slice(2).replaceAll('-', '');
  const born2000 = parts.birthDate >= '2000';
  const first17 = [
    father[0], inner(father, /[AEIOU]/), mother[0], given[0], date, parts.woman ? 'M' : 'H', parts.place.code,
    ...[father, mother, given].map((word) => inner(word, /[^AEIOU]/)),
    born2000 ? 'A' : random.digits(1),
  ].join(''); // prettier-ignore
  const sum = [...first17].reduce(
    (total, letter, index) => total + CURP_ALPHABET.indexOf(letter) * (18 - index),
    0,
  );
  return first17 + String((10 - (sum % 10)) % 10);
}

function plain(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase();
}

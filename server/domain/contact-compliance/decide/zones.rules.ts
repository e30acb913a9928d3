import { BUSINESS_ZONE } from '../../../../contract/shared/wall-clock.js';
import { NOWHERE, type Whereabouts } from './hours.rules.js';

/**
 * The zones that a borrower can be in; a zone's place is what collection_case.contact_zone holds, so they are only ever
 * added to at the end. 0 is nobody knows where.
 */
export const ZONES = [
  null, BUSINESS_ZONE, 'America/Tijuana', 'America/Hermosillo', 'America/Mazatlan', 'America/Bahia_Banderas',
  'America/Chihuahua', 'America/Ciudad_Juarez', 'America/Ojinaga', 'America/Matamoros', 'America/Cancun',
] as const; // prettier-ignore
type Zone = Exclude<(typeof ZONES)[number], null>;

const CENTRAL = [
  'aguascalientes', 'campeche', 'chiapas', 'ciudad de mexico', 'coahuila', 'colima', 'durango', 'guanajuato', 'guerrero',
  'hidalgo', 'jalisco', 'mexico', 'michoacan', 'morelos', 'nuevo leon', 'oaxaca', 'puebla', 'queretaro', 'san luis potosi',
  'tabasco', 'tamaulipas', 'tlaxcala', 'veracruz', 'yucatan', 'zacatecas',
]; // prettier-ignore
const STATES: Record<string, Zone> = {
  ...Object.fromEntries(CENTRAL.map((state) => [state, BUSINESS_ZONE])),
  'baja california': 'America/Tijuana',
  'baja california sur': 'America/Mazatlan',
  chihuahua: 'America/Chihuahua',
  nayarit: 'America/Mazatlan',
  'quintana roo': 'America/Cancun',
  sinaloa: 'America/Mazatlan',
  sonora: 'America/Hermosillo',
};
/** Other names that states go by. */
const ALIASES: Record<string, string> = {
  cdmx: 'ciudad de mexico', df: 'ciudad de mexico', 'distrito federal': 'ciudad de mexico', edomex: 'mexico',
  'estado de mexico': 'mexico', 'coahuila de zaragoza': 'coahuila', 'michoacan de ocampo': 'michoacan',
  'queretaro de arteaga': 'queretaro', 'veracruz de ignacio de la llave': 'veracruz',
  'baja california norte': 'baja california',
}; // prettier-ignore

/** Municipalities that keep another time than their state: those at the border move their clocks with the United States. */
const BORDER: Record<string, readonly (readonly [Zone, readonly string[]])[]> = {
  chihuahua: [
    ['America/Ciudad_Juarez', ['juarez', 'ciudad juarez', 'ascension', 'guadalupe', 'janos', 'praxedis g. guerrero', 'praxedis g guerrero']],
    ['America/Ojinaga', ['ojinaga', 'coyame del sotol', 'manuel benavides']],
  ],
  coahuila: [
    ['America/Matamoros', ['acuna', 'ciudad acuna', 'allende', 'guerrero', 'hidalgo', 'jimenez', 'morelos', 'nava', 'ocampo', 'piedras negras', 'villa union', 'zaragoza']],
  ],
  nayarit: [['America/Bahia_Banderas', ['bahia de banderas']]],
  'nuevo leon': [['America/Matamoros', ['anahuac']]],
  tamaulipas: [
    ['America/Matamoros', ['camargo', 'guerrero', 'gustavo diaz ordaz', 'matamoros', 'mier', 'miguel aleman', 'nuevo laredo', 'reynosa', 'rio bravo', 'valle hermoso']],
  ],
}; // prettier-ignore

export function whereaboutsOf(state: string | null, municipality: string | null): Whereabouts {
  const plain = plainOf(state);
  const name = ALIASES[plain] ?? plain;
  const defaultZone = STATES[name];
  if (defaultZone === undefined) return NOWHERE;
  const town = plainOf(municipality);
  const border = BORDER[name]?.find(([, towns]) => towns.includes(town));
  return { zone: border?.[0] ?? defaultZone, known: true };
}

/** Its place in ZONES. */
export function zoneKey({ zone, known }: Whereabouts): number {
  return known ? ZONES.indexOf(zone as Zone) : 0;
}

export function whereaboutsAt(key: number): Whereabouts {
  const zone = ZONES[key];
  return zone ? { zone, known: true } : NOWHERE;
}

function plainOf(text: string | null): string {
  return (text ?? '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .trim();
}

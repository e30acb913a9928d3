import { z } from 'zod';
import { LONGEST_PARAM, writtenParam } from './message-texts.js';
import { wordingIn } from './message-template-lint.js';

export const MAX_PLACES = 100;

/** `sms/places/config/*`: what a message may name as a place, one a line. Each is held to what a typed text is held to. */
export const MessagePlaces = z.object({
  places: z
    .string()
    .trim()
    .min(1)
    .max(MAX_PLACES * (LONGEST_PARAM + 1))
    .refine((text) => placesIn(text).length <= MAX_PLACES)
    .refine((text) => placesIn(text).every(isPlace)),
});
export type MessagePlaces = z.infer<typeof MessagePlaces>;

/** Product default: where the codes of this product are paid. */
export const DEFAULT_MESSAGE_PLACES: MessagePlaces = {
  places: ['OXXO', 'cualquier tienda OXXO', 'su banco por SPEI', 'la app de su banco'].join('\n'),
};

/** Each once, in the order of the list. */
export function placesIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.normalize('NFKC').trim());
  return [...new Set(lines.filter(Boolean))];
}

export function isPlace(text: string): boolean {
  return writtenParam('place', text) !== null && wordingIn(text).length === 0;
}

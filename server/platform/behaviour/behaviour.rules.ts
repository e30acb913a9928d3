import { DETAIL_LENGTH } from '../../../contract/supervision/behaviour.js';

const EMAIL = /[^\s@]+@[^\s@]+/g;
/** Five digits and more, however they are set apart: a phone, a card, an identity number. */
const DIGITS = /\d(?:[\s().-]{0,2}\d){4,}/g;
/** Mexico's CURP and RFC begin with four letters and a date of birth. */
const IDENTITY = /\b[A-ZÑ&]{3,4}[\s-]?\d{6}[A-Z\d]*/giu;

/** A detail as it is stored: short, in one line, and without phone, card or identity numbers. */
export function cleanDetail(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .replace(IDENTITY, '•••')
    .replace(EMAIL, '•••')
    .replace(DIGITS, '•••')
    .trim()
    .slice(0, DETAIL_LENGTH);
}

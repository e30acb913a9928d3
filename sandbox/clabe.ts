const WEIGHTS = [3, 7, 1];

/** The 18th digit of a CLABE: weights 3, 7, 1 over the first 17, each product modulo 10. */
export function clabeCheckDigit(first17: string): number {
  if (!/^\d{17}$/.test(first17)) throw new Error('A CLABE begins with 17 digits');
  const sum = [...first17].reduce(
    (total, digit, index) => total + ((Number(digit) * WEIGHTS[index % 3]!) % 10),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

export function isClabe(text: string): boolean {
  return /^\d{18}$/.test(text) && clabeCheckDigit(text.slice(0, 17)) === Number(text[17]);
}

// 999 is no bank's number: a transfer to such a CLABE can never reach anybody.
const BANK_AND_PLAZA = '999180';

export function clabeOf(account: number): string {
  const first17 = BANK_AND_PLAZA + String(account).padStart(11, '0').slice(-11);
  return first17 + clabeCheckDigit(first17);
}

/** The last digit of a reference by Luhn. */
export function luhnDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

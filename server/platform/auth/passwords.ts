import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id (the library's default), by OWASP's first choice: 19 MiB, two passes, one lane; some 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let decoy: Promise<string> | undefined;

/** The hash to store, in PHC notation: it carries its own salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** False for a user that does not exist (`stored` null) too, after the same work as for one that does. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(24).toString('hex'));
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== null && matches;
}

/** 8 to 64 characters with upper and lower case and a digit. */
export function isStrong(password: string): boolean {
  const length = [...password].length;
  return (
    length >= 8 && length <= 64 && /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password) && /\d/.test(password)
  );
}

const WRITTEN_AS: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' },
};
/** Common passwords with a letter and a digit; figures and signs around them, and letters written as figures, change nothing. */
const COMMON = new Set(
  `password passwort contrasena contraseña clave secreto secret welcome bienvenido bienvenida hola admin administrator
  administrador usuario user login acceso entrar qwerty qwertyui qwertyuiop asdf asdfgh asdfghjk zxcvbnm qazwsx qwer abc abcd
  abcde abcdef abcdefg abcdefgh iloveyou teamo tequiero letmein monkey dragon football futbol soccer baseball sunshine princess
  princesa estrella mexico mexicano america chivas pumas tigres cruzazul guadalupe jesus cobranza cobranzas credito prestamo
  dinero pesos empresa oficina trabajo prueba test temporal cambiame changeme enero febrero marzo abril mayo junio julio agosto
  septiembre octubre noviembre diciembre verano invierno primavera otono summer winter spring autumn lunes viernes domingo`
    .split(/\s+/)
    .map(bare),
);
/** A part of a user name that is shorter may be in any password. */
const NAME_PART = 4;

/** Whether somebody who knows the user name would try it among the first: a common word, or the name. */
export function isGuessable(password: string, username: string): boolean {
  const word = bare(password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''));
  const parts = username.split(/[^\p{L}\p{N}]+/u).map(bare);
  const names = [bare(username), ...parts].filter((part) => part.length >= NAME_PART);
  const isRun = /^(.)\1*$/.test(word) || word === '';
  return COMMON.has(word) || isRun || names.includes(word) || bare(password).includes(bare(username));
}

/** Small letters without accents, whatever stands for them. */
function bare(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...plain]
    .map((sign) => WRITTEN_AS[sign] ?? sign)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

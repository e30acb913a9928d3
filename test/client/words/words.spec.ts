import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../contract/codes.js';
import { namespacesOf, readWords, textOfFile } from '../../support/words.js';
import { singular } from './keys.js';

const namespaces = namespacesOf('en');
const entries = (language: Language, namespace: string) => Object.entries(readWords(language, namespace));
const keysOf = (language: Language, namespace: string) => [
  ...new Set(entries(language, namespace).map(([key]) => singular(key))),
];
const placeholders = (text: string) => (text.match(/\{\{\s*[\w.]+\s*\}\}/g) ?? []).sort().join();

/** Indonesian words that the older product mixed into its Spanish, and the commonest around them. */
const INDONESIAN =
  /\b(dan|yang|untuk|dengan|tidak|nomor|kata|sandi|pinjaman|pembayaran|penagihan|hari|nama|pengguna|silakan|masukkan|berhasil|gagal|jumlah|kasus|tanggal|waktu|telepon|kontak|hubungi|belum|sudah|akan|atau|dari|ini|itu|pada|saya|anda|keluar|masuk|cari|batal|simpan|tutup)\b/i;
const CHINESE = /\p{Script=Han}/u;

describe.each(namespaces)('the words of %s', (namespace) => {
  it.each(LANGUAGES)('stand one key a line in %s, sorted', (language) => {
    const words = readWords(language, namespace);
    const keys = Object.keys(words).sort();
    const lines = keys.map((key) => `  ${JSON.stringify(key)}: ${JSON.stringify(words[key])}`);
    expect(textOfFile(language, namespace)).toBe(`{\n${lines.join(',\n')}\n}\n`);
  });

  it.each(['cn', 'es'] as const)('have the same keys in %s as in English', (language) => {
    expect(keysOf(language, namespace)).toEqual(keysOf('en', namespace));
  });

  it.each(['cn', 'es'] as const)('have the same placeholders in %s as in English', (language) => {
    const wanted = new Map(
      entries('en', namespace).map(([key, text]) => [singular(key), placeholders(text)]),
    );
    const differing = entries(language, namespace).filter(
      ([key, text]) => placeholders(text) !== wanted.get(singular(key)),
    );
    expect(differing).toEqual([]);
  });

  it('are not empty', () => {
    const empty = LANGUAGES.flatMap((language) =>
      entries(language, namespace).filter(([, text]) => !text.trim()),
    );
    expect(empty).toEqual([]);
  });

  it.each(['en', 'es'] as const)('have no Chinese characters in %s', (language) => {
    expect(entries(language, namespace).filter(([, text]) => CHINESE.test(text))).toEqual([]);
  });

  it('have no Indonesian words in Spanish', () => {
    expect(entries('es', namespace).filter(([, text]) => INDONESIAN.test(text))).toEqual([]);
  });
});

it('every language has the same namespaces', () => {
  for (const language of LANGUAGES) expect(namespacesOf(language)).toEqual(namespaces);
});

describe("the specification's words stand in English as they are", () => {
  it.each([
    ['login', 'rule.password-short', 'password cannot be less than 5 digits'],
    ['login', 'rule.captcha-short', 'captcha cannot be less than 4 digits'],
    ['login', 'error.wrong', 'wrong password or username'],
    ['common', 'error.no-server', 'no server'],
    ['common', 'form.complete', 'please complete all information'],
    ['common', 'form.required', '{{field}} is required'],
    ['common', 'form.format', '{{field}} has a format error'],
    ['forms', 'rule.too-long', 'number of words exceeded: at most {{most}} characters'],
    ['common', 'result.failed', 'operation failed'],
    ['messages', 'failed', 'SMS send failure'],
    ['common', 'result.success', 'operation successful'],
    ['announcements', 'dialog.attention', 'I will pay attention'],
    ['softphone', 'none', 'No phone number has been assigned yet, please contact the administrator'],
  ])('%s:%s', (feature, key, text) => {
    expect(readWords('en', feature)[key]).toBe(text);
  });
});

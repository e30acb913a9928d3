import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const client = join(import.meta.dirname, '../../../client');
const words = join(client, 'i18n');
const LANGUAGES = ['cn', 'en', 'es'] as const;
const features = readdirSync(join(words, 'en'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));

type Tree = { [key: string]: string | Tree };

function flat(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(path + key, value);
    else for (const [inner, text] of flat(value, `${path}${key}.`)) found.set(inner, text);
  }
  return found;
}

const read = (language: string, feature: string) =>
  flat(JSON.parse(readFileSync(join(words, language, `${feature}.json`), 'utf8')) as Tree);

/** Languages have different numbers of plural forms: the key without them is the same. */
const singular = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const keysOf = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(singular))].sort();
const placeholders = (text: string) => (text.match(/\{\{\s*[\w.]+\s*\}\}/g) ?? []).sort().join();

/** Indonesian words that the older product mixed into its Spanish, and the commonest around them. */
const INDONESIAN =
  /\b(dan|yang|untuk|dengan|tidak|nomor|kata|sandi|pinjaman|pembayaran|penagihan|hari|nama|pengguna|silakan|masukkan|berhasil|gagal|jumlah|kasus|tanggal|waktu|telepon|kontak|hubungi|belum|sudah|akan|atau|dari|ini|itu|pada|saya|anda|keluar|masuk|cari|batal|simpan|tutup)\b/i;
const CHINESE = /\p{Script=Han}/u;

/** Keys that a quoted text names: a namespace, or a hole for one, and at least the beginning of a key. */
const NAMED = /(?<=['"`])((?:[a-z][a-z-]*|\$\{[\w.]+\}):[a-z](?:\$\{[^}]*\}|[^'"`\n$])*)/g;

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

describe.each(features)('the words of %s', (feature) => {
  const en = read('en', feature);

  it.each(['cn', 'es'])('have the same keys in %s as in English', (language) => {
    expect(keysOf(read(language, feature))).toEqual(keysOf(en));
  });

  it.each(['cn', 'es'])('have the same placeholders in %s as in English', (language) => {
    const other = read(language, feature);
    const wanted = new Map([...en].map(([key, text]) => [singular(key), placeholders(text)]));
    const differing = [...other].filter(([key, text]) => placeholders(text) !== wanted.get(singular(key)));
    expect(differing).toEqual([]);
  });

  it('are not empty', () => {
    const empty = LANGUAGES.flatMap((language) =>
      [...read(language, feature)].filter(([, text]) => !text.trim()),
    );
    expect(empty).toEqual([]);
  });

  it.each(['en', 'es'])('have no Chinese characters in %s', (language) => {
    expect([...read(language, feature)].filter(([, text]) => CHINESE.test(text))).toEqual([]);
  });

  it('have no Indonesian words in Spanish', () => {
    expect([...read('es', feature)].filter(([, text]) => INDONESIAN.test(text))).toEqual([]);
  });
});

it('every language has the same features', () => {
  for (const language of LANGUAGES) {
    expect(readdirSync(join(words, language)).sort()).toEqual(features.map((name) => `${name}.json`).sort());
  }
});

it('every key that a screen names exists', () => {
  const missing = sources(client).flatMap((file) => {
    const keys = readFileSync(file, 'utf8').matchAll(/['"`]([a-z][a-z-]*):([a-z][\w-]*(?:\.[\w-]+)+)['"`]/g);
    return [...keys].flatMap(([, feature, key]) => {
      if (!feature || !key || !features.includes(feature)) return [`${file}: ${feature}`];
      return keysOf(read('en', feature)).includes(key) ? [] : [`${file}: ${feature}:${key}`];
    });
  });
  expect(missing).toEqual([]);
});

/** A key stands whole in a source, or with holes: `codes:role.${role}`; as `words: 'codes:role'` it is the table's name. */
it('every key that stands in the words is said by a screen', () => {
  const escaped = (text: string) => text.replace(/[.*+?^$|()[\]\\{}]/g, '\\$&');
  const named = sources(client).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(NAMED)].map(([, key]) => key ?? ''),
  );
  const patterns = [...new Set(named)].map(
    (key) =>
      `${key
        .split(/\$\{[^}]*\}/)
        .map(escaped)
        .join('.+')}(?:(?:\\.|(?<=\\.))[\\w-]+)?`,
  );
  const used = new RegExp(`^(?:${patterns.join('|')})$`);
  const unused = features.flatMap((feature) =>
    keysOf(read('en', feature))
      .map((key) => `${feature}:${key}`)
      .filter((key) => !used.test(key)),
  );
  expect(unused).toEqual([]);
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
    expect(read('en', feature).get(key)).toBe(text);
  });
});

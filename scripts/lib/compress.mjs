import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WORTH = 1_024;
const QUALITY = 9;
const TEXTS = /\.(js|css|svg|json)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes name.br and name.gz beside each text of a folder: the server sends what the browser takes and compresses nothing. */
export async function compressFolder(folder) {
  const names = (await readdir(folder)).filter((name) => TEXTS.test(name));
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

async function compressFile(file) {
  const content = await readFile(file);
  if (content.length < WORTH) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  await writeFile(`${file}.br`, await brotli(content, { params }));
  await writeFile(`${file}.gz`, await zip(content, { level: QUALITY }));
}

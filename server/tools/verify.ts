import 'reflect-metadata';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PlatformModule } from '../platform/platform.module.js';
import { readHeads, SealsService } from '../features/seals/seals.service.js';
import { SealsModule } from '../features/seals/seals.module.js';

@Module({ imports: [PlatformModule, SealsModule] })
class VerifyToolModule {}

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    heads: { type: 'string' },
    key: { type: 'string' },
  },
});
if ((values.heads === undefined) !== (values.key === undefined)) {
  process.stderr.write(
    'npm run verify [-- --database URL] [--heads FOLDER --key FILE]   checks the chains of events and receipts against the signed\n' +
      'words of FOLDER by the public key in FILE; those of this site unless they are given. A user who may only read is enough.\n',
  );
  process.exit(2);
}
if (values.database) process.env['DATABASE_URL'] = values.database;
const app = await NestFactory.createApplicationContext(VerifyToolModule, { logger: ['error'] });
const given = values.heads && values.key ? await wordsOf(values.heads, values.key) : undefined;
const reports = await app.get(SealsService).verify(given);
await app.close();
for (const { stream, rows, heads, earlier, finding } of reports) {
  const outcome = finding
    ? `${finding.kind} at ${finding.seq === null ? 'no place of the chain' : `link ${finding.seq}`}, row ${finding.rowId ?? 'unknown'}`
    : 'nothing is changed, missing or inserted';
  process.stdout.write(
    `verified ${rows} rows of ${stream} against ${heads} signed words, ${earlier} of them of earlier chains: ${outcome}\n`,
  );
}
process.exitCode = reports.some(({ finding }) => finding) ? 1 : 0;

async function wordsOf(folder: string, key: string) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const words = await Promise.all(files.map((name) => readHeads(join(folder, name))));
  return { heads: words.flat(), publicKey: await readFile(key, 'utf8') };
}

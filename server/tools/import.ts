import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { openPath } from '../features/imports/import-source.reader.js';
import { ImportsModule } from '../features/imports/imports.module.js';
import { ImportsQueries } from '../features/imports/imports.queries.js';
import { ImportsService } from '../features/imports/imports.service.js';
import { AppError } from '../platform/http/app-error.js';
import { messageOf } from '../platform/http/messages.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({ imports: [PlatformModule, ImportsModule] })
class ImportToolModule {}

const SHOWN_ERRORS = 20;

const path = process.argv[2];
if (!path) {
  process.stderr.write('npm run import -- <file.csv|xlsx>   takes in a loan book or a ledger file\n');
  process.exit(2);
}
const app = await NestFactory.createApplicationContext(ImportToolModule, { logger: ['error', 'warn'] });
try {
  await importFile(path);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${messageOf(error.key, 'en', error.params)}\n`);
  process.exitCode = 1;
} finally {
  await app.close();
}

async function importFile(file: string): Promise<void> {
  const { kind, rows } = await openPath(file);
  const options = { fileName: basename(file), fileHash: await hashOf(file) };
  const imports = app.get(ImportsService);
  const started = performance.now();
  const totals = await imports.resume(await imports.begin(kind, options), kind, rows, options);
  const seconds = (performance.now() - started) / 1000;
  say(
    `import ${totals.importId} of ${options.fileName}: ${totals.rowsRead} rows read in ${seconds.toFixed(1)} s`,
  );
  say(`  kept ${totals.rowsKept}, unchanged ${totals.rowsUnchanged}, refused ${totals.rowsRefused}`);
  if (totals.deviceContactsDropped > 0)
    say(`  contacts from a device, not kept by policy: ${totals.deviceContactsDropped}`);
  for (const error of await app.get(ImportsQueries).errors(totals.importId, SHOWN_ERRORS))
    say(`  line ${error.line}  ${error.field}  ${error.reason}`);
}

async function hashOf(file: string): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

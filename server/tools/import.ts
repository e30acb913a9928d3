import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FileIntakeService } from '../features/imports/file-intake.service.js';
import { ImportsModule } from '../features/imports/imports.module.js';
import { ImportsQueries } from '../features/imports/imports.queries.js';
import type { ImportTotals } from '../features/imports/imports.service.js';
import { WatchedFolderService } from '../features/imports/watched-folder.service.js';
import { AppError } from '../platform/http/app-error.js';
import { messageOf } from '../platform/http/messages.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({ imports: [PlatformModule, ImportsModule] })
class ImportToolModule {}

const SHOWN_ERRORS = 20;
const LOOKS_EVERY_MS = 5_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { watch: { type: 'string' }, mapping: { type: 'string' } },
});
const path = positionals[0];
if ((path === undefined) === (values.watch === undefined)) {
  process.stderr
    .write(`npm run import -- [--mapping NAME] <file.csv|xlsx>   takes in a loan book or a ledger file
npm run import -- [--mapping NAME] --watch DIR       takes in each file that is put there, until it is ended
`);
  process.exit(2);
}
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
const app = await NestFactory.createApplicationContext(ImportToolModule, { logger: ['error', 'warn'] });
try {
  const mapping = values.mapping ? await app.get(FileIntakeService).mapping(values.mapping) : undefined;
  if (values.watch) await watch(values.watch, mapping);
  else await importFile(path!, mapping);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${messageOf(error.key, 'en', error.params)}\n`);
  process.exitCode = 1;
} finally {
  await app.close();
}

type Mapping = Awaited<ReturnType<FileIntakeService['mapping']>> | undefined;

async function importFile(file: string, mapping: Mapping): Promise<void> {
  const started = performance.now();
  const totals = await app.get(FileIntakeService).take(file, mapping);
  const seconds = (performance.now() - started) / 1000;
  await tell(file, totals, `in ${seconds.toFixed(1)} s`);
}

/** A file under way is read to its end before the tool ends. */
async function watch(folder: string, mapping: Mapping): Promise<void> {
  say(`watching ${folder}`);
  while (!stop.signal.aborted) {
    for await (const { file, totals, reason } of app.get(WatchedFolderService).round({ folder, mapping })) {
      if (totals) await tell(file, totals);
      else say(`${file} is refused: ${reason}`);
      if (stop.signal.aborted) return;
    }
    await sleep(LOOKS_EVERY_MS, undefined, { signal: stop.signal }).catch(ended);
  }
}

function ended(error: unknown): void {
  if (!stop.signal.aborted) throw error;
}

async function tell(file: string, totals: ImportTotals, how = ''): Promise<void> {
  say(`import ${totals.importId} of ${file}: ${totals.rowsRead} rows read ${how}`);
  say(`  kept ${totals.rowsKept}, unchanged ${totals.rowsUnchanged}, refused ${totals.rowsRefused}`);
  if (totals.deviceContactsDropped > 0)
    say(`  contacts from a device, not kept by policy: ${totals.deviceContactsDropped}`);
  for (const error of await app.get(ImportsQueries).errors(totals.importId, SHOWN_ERRORS))
    say(`  line ${error.line}  ${error.field}  ${error.reason}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

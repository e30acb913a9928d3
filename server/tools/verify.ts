import 'reflect-metadata';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PlatformModule } from '../platform/platform.module.js';
import { checkArchive } from '../domain/evidence/evidence.rules.js';
import { publicKeyOf, type Head } from '../domain/seals/heads.rules.js';
import { readHeads, SealsService } from '../features/seals/seals.service.js';
import { TimeStampsService } from '../features/seals/time-stamps.service.js';
import { SealsModule } from '../features/seals/seals.module.js';

@Module({ imports: [PlatformModule, SealsModule] })
class VerifyToolModule {}

const USAGE = `npm run verify [-- --database URL] [--heads FOLDER --key FILE] [--stamps CERTIFICATES]   checks the chains of events, receipts, sign-ins and outcomes against the signed
words of FOLDER by the public key in FILE; those of this site unless they are given. A user who may only read is enough. The days' time stamps are checked by CERTIFICATES (PEM), or those of RECOUP_STAMP_CA.
npm run verify -- --evidence ARCHIVE --key FILE [--heads FOLDER]   checks a borrower's evidence, without any database.
`;

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    heads: { type: 'string' },
    key: { type: 'string' },
    evidence: { type: 'string' },
    stamps: { type: 'string' },
  },
});
const { database, heads, key, evidence, stamps } = values;
if (evidence ? !key || database : (heads === undefined) !== (key === undefined)) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else if (evidence) process.exitCode = await verifyEvidence(evidence, key!);
else process.exitCode = await verifyChains();

async function verifyChains(): Promise<number> {
  if (database) process.env['DATABASE_URL'] = database;
  const app = await NestFactory.createApplicationContext(VerifyToolModule, { logger: ['error'] });
  const given =
    heads && key ? { heads: await wordsIn(heads), publicKey: await readFile(key, 'utf8') } : undefined;
  const reports = await app.get(SealsService).verify(given);
  const ca = stamps && (await readFile(stamps, 'utf8'));
  const stamped = await app.get(TimeStampsService).verify(ca, heads);
  await app.close();
  for (const { stream, rows, heads: words, earlier, finding } of reports) {
    const outcome = finding
      ? `${finding.kind} at ${finding.seq === null ? 'no place of the chain' : `link ${finding.seq}`}, row ${finding.rowId ?? 'unknown'}`
      : 'nothing is changed, missing or inserted';
    process.stdout.write(
      `verified ${rows} rows of ${stream} against ${words} signed words, ${earlier} of them of earlier chains: ${outcome}\n`,
    );
  }
  for (const { file, fault } of stamped) if (fault) process.stdout.write(`time stamp of ${file}: ${fault}\n`);
  if (stamped.length > 0) {
    const days = stamped.filter(({ at }) => at).length;
    process.stdout.write(`${days} of ${stamped.length} days bear a time stamp that holds\n`);
  }
  return reports.some(({ finding }) => finding) || stamped.some(({ fault }) => fault) ? 1 : 0;
}

async function verifyEvidence(archive: string, publicKey: string): Promise<number> {
  const known = heads ? await wordsIn(heads) : undefined;
  const report = checkArchive(await readFile(archive), publicKeyOf(await readFile(publicKey, 'utf8')), known);
  for (const { kind, what } of report.findings) process.stdout.write(`${kind} ${what}\n`);
  process.stdout.write(
    `verified ${report.proved} rows, ${report.open} without a proof: ` +
      (report.findings.length > 0 ? 'not as it was made\n' : 'nothing is changed, missing or inserted\n'),
  );
  return report.findings.length > 0 ? 1 : 0;
}

async function wordsIn(folder: string): Promise<Head[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  return (await Promise.all(files.map((name) => readHeads(join(folder, name))))).flat();
}

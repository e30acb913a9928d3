import { NestFactory } from '@nestjs/core';
import { PlatformModule } from '../server/platform/platform.module.js';
import { SYSTEM } from '../server/platform/auth/actor.js';
import { sql } from '../server/platform/db/sql.js';
import { UnitOfWork } from '../server/platform/db/unit-of-work.js';
import type { Subject } from './lib/cast.js';
import { answerCalls } from './lib/children.js';
import { now } from './lib/figures.js';

/** Event number `version` of a case: `sentAt` before COMMIT went out, `at` when it was acknowledged. */
export interface Commit {
  caseId: number;
  version: number;
  sentAt: number;
  at: number;
}

const TICK_MS = 5;

const app = await NestFactory.createApplicationContext(PlatformModule, { logger: ['error', 'warn'] });
const uow = app.get(UnitOfWork);

/** A command's two round trips through the product's own unit of work: lock the case, change it and tell. */
async function commit({ caseId, collectorId, contactId }: Subject): Promise<Commit> {
  let version = 0;
  let sentAt = 0;
  await uow.transact(SYSTEM, async (tx) => {
    const [cases] = await tx.read<[{ version: number }]>(
      sql`SELECT version FROM collection_case WHERE id = ${caseId} FOR UPDATE`,
    );
    version = cases[0]!.version + 1;
    tx.write(sql`UPDATE collection_case SET version = version + 1 WHERE id = ${caseId}`);
    tx.emit({
      name: 'action.recorded',
      subject: ['case', caseId],
      caseId,
      payload: {
        caseId,
        recordId: caseId,
        collectorId,
        contactId,
        channel: 'CALL',
        callStatus: 'NO_ANSWER',
        result: 'RETRY',
        collectionResult: 'CR50',
        statusBefore: 'C10',
        statusAfter: 'C10',
        nextFollowUpAt: null,
      },
    });
    sentAt = now();
  });
  return { caseId, version, sentAt, at: now() };
}

async function produce(subjects: readonly Subject[], rate: number, seconds: number): Promise<Commit[]> {
  const commits: Promise<Commit>[] = [];
  const started = now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(rate * seconds, ((now() - started) * rate) / 1000);
      while (commits.length < due) commits.push(commit(subjects[commits.length % subjects.length]!));
      if (commits.length < rate * seconds) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  return Promise.all(commits);
}

answerCalls({
  produce: ({ subjects, rate, seconds }: { subjects: Subject[]; rate: number; seconds: number }) =>
    produce(subjects, rate, seconds),
});

import { NestFactory } from '@nestjs/core';
import { DEFAULT_POLICY } from '../../server/domain/contact-compliance/policy/policy.rules.js';
import { MessagesModule } from '../../server/features/messages/messages.module.js';
import { MessagesService } from '../../server/features/messages/queue/messages.service.js';
import { Clock } from '../../server/platform/clock/clock.js';
import { Database } from '../../server/platform/db/database.js';
import { Ids } from '../../server/platform/db/ids.js';
import { sql } from '../../server/platform/db/sql.js';
import { PlatformModule } from '../../server/platform/platform.module.js';
import { actorOf } from '../../server/seeds/actors.js';
import { Module } from '@nestjs/common';
import type { Subject } from '../lib/cast.js';
import { answerCalls } from '../lib/children.js';

@Module({ imports: [PlatformModule, MessagesModule] })
class SenderModule {}

const AT_ONCE = 24;
const MANY = 50;

const app = await NestFactory.createApplicationContext(SenderModule, { logger: ['error', 'warn'] });
const [database, ids, messages] = [app.get(Database), app.get(Ids), app.get(MessagesService)];
const clock = app.get(Clock);
let requests = 0;

/**
 * A template, and limits that are all checked and never reached. What earlier runs have sent does not count, and what other
 * benchmarks have paid, by a clock that is ahead of this one's working hours, is long ago.
 */
async function prepare(): Promise<number> {
  const id = await ids.take();
  await database.run(sql`
    INSERT INTO message_template (id, institution_id, channel, name, texts, updated_at)
    SELECT ${id}, MIN(id), 'SMS', 'Bench',
      JSON_OBJECT('es', 'Hola {{name}}, su saldo de {{amount}} con {{app}} vence el {{dueDate}}.'), NOW(3)
    FROM institution WHERE parent_id IS NULL`);
  const policy = JSON.stringify({ ...DEFAULT_POLICY, messages: { perDay: MANY } });
  const now = new Date();
  await database.run(sql`
    UPDATE contact_receipt r JOIN message m ON m.receipt_id = r.id SET r.counted = 0, r.released = 'BENCHMARK'
    WHERE r.counted = 1`);
  await database.run(
    sql`UPDATE payment SET posted_at = posted_at - INTERVAL 60 DAY WHERE posted_at > ${clock.now()}`,
  );
  // One by one: what a policy's trigger changes, its statement may not read.
  for (const institution of await database.rows<{ id: number }>(sql`SELECT id FROM institution`)) {
    await database.run(sql`
      INSERT INTO guard_policy (institution_id, version, document, note, created_by, created_at)
      VALUES (${institution.id}, 1, ${policy}, 'benchmark', 0, ${now})
      ON DUPLICATE KEY UPDATE document = VALUES(document)`);
    await database.run(sql`
      INSERT INTO message_limit (institution_id, version, account_per_day, case_per_day, gsm7_length, ucs2_length,
        segments, changed_by, changed_at)
      VALUES (${institution.id}, 1, 1000000, 5000, 160, 70, 2, 0, ${now})
      ON DUPLICATE KEY UPDATE account_per_day = VALUES(account_per_day), case_per_day = VALUES(case_per_day)`);
  }
  return id;
}

async function send(subjects: readonly Subject[], templateId: number, wanted: number): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < wanted) await one(subjects[next++ % subjects.length]!, templateId);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function one(subject: Subject, templateId: number): Promise<void> {
  const { collectorId: id, institutionId, groupId, caseId: taskId, contactId } = subject;
  const seat = {
    id,
    name: 'Bench',
    username: 'bench',
    role: 'member',
    institutionId,
    groupId,
    queueId: null,
  } as const;
  const clientRequestId = `bench-${process.pid}-${++requests}`;
  await messages.send(actorOf(seat), {
    taskId,
    contactId,
    templateId,
    params: {},
    channel: 'SMS',
    language: 'es',
    clientRequestId,
  });
}

answerCalls({
  prepare,
  send: (order: { subjects: Subject[]; templateId: number; messages: number }) =>
    send(order.subjects, order.templateId, order.messages),
});

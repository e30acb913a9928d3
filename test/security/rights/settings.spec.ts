import { EventEmitter } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../../server/platform/config/config.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { guardProcess } from '../../../server/platform/process-guards.js';
import { createStack, TEST_SECRETS, type Stack } from '../../support/stack.js';

let stack: Stack;
let database: Database;
beforeAll(async () => {
  stack = await createStack();
  database = new Database(new Config());
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await stack.close();
});

describe('the database', () => {
  it('is told on every connection to refuse what does not fit, and to escape by backslash', async () => {
    const writer = await database.writer();
    const asked = 'SELECT @@sql_mode AS mode, @@group_concat_max_len AS list';
    const [written] = await writer.query(asked);
    writer.release();
    const expected = {
      mode: 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
      list: 1_048_576,
    };
    expect(written).toEqual([expected]);
    expect(await database.rows({ text: asked, params: [] })).toEqual([expected]);
  });

  it('tells references apart that differ in case alone', async () => {
    const unique = await database.rows<{ name: string }>(sql`
      SELECT CONCAT(table_name, '.', column_name) AS name FROM information_schema.columns
      WHERE table_schema = DATABASE() AND collation_name = 'utf8mb4_bin' ORDER BY 1`);
    expect(unique.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'borrower.external_id',
        'client_request.client_request_id',
        'loan_item.external_id',
        'payment.provider_reference',
      ]),
    );
  });
});

describe('the configuration', () => {
  const withSecrets = (secrets: object) => () =>
    new Config({ ...process.env, RECOUP_SECRETS: JSON.stringify({ ...TEST_SECRETS, ...secrets }) });

  it.each([{ dataKey: '' }, { indexKey: '' }, { indexKey: 'c2hvcnQ=' }, { dataKey: 'not base64' }])(
    'does not start with %j',
    (secrets) => expect(withSecrets(secrets)).toThrow(/32 bytes|base64/i),
  );

  it('starts with proper keys', () => expect(withSecrets({})).not.toThrow());
});

describe('a process', () => {
  function guarded() {
    const exits: number[] = [];
    const messages: string[] = [];
    const guarded = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
    const tell = (level: string) => (message: unknown) => void messages.push(`${level} ${String(message)}`);
    guardProcess({ error: tell('error'), warn: tell('warn') }, guarded);
    return { guarded, exits, told: messages };
  }

  it.each(['uncaughtException', 'unhandledRejection'] as const)('says why it ends on an %s', (event) => {
    const { guarded: emitter, exits, told: messages } = guarded();
    emitter.emit(event, new Error('nobody caught it'));
    expect([exits, messages]).toEqual([[1], ['error Error: nobody caught it']]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'goes on with its shutdown after %s when a rejection is left',
    (signal) => {
      const { guarded: emitter, exits, told: messages } = guarded();
      emitter.emit(signal);
      emitter.emit('unhandledRejection', new Error('Connection is closed.'));
      expect([exits, messages]).toEqual([[], ['warn Left unanswered by the shutdown']]);
      emitter.emit('uncaughtException', 'a text');
      expect(exits).toEqual([1]);
    },
  );
});

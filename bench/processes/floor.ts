import { createServer, type IncomingMessage } from 'node:http';
import mysql from 'mysql2/promise';
import type { Param, Statement } from '../../server/platform/db/sql.js';
import type { Subject } from '../lib/cast.js';
import { answerCalls } from '../lib/children.js';
import { perform, type Script } from '../lib/script.js';

/**
 * The floor: node:http and mysql2 with the product's own statements and nothing else. /read/N sends the N-th recorded
 * request's selects, /command/N does a command on the N-th case in its two round trips.
 */
interface Floor {
  port: number;
  databaseUrl: string;
  connections: number;
}

let pool: mysql.Pool;
let reads: Statement[][] = [];
let command: { script: Script; subjects: Subject[]; nextId: number };

async function read(index: number): Promise<unknown> {
  const answers = await Promise.all(
    reads[index]!.map(({ text, params }) => pool.execute(text, [...params] as Param[])),
  );
  return answers.map(([rows]) => rows);
}

async function act(index: number): Promise<unknown> {
  const newId = command.nextId;
  command.nextId += 2;
  const role = {
    ...command.subjects[index]!,
    newId,
    nextId: newId + 1,
    reference: `floor-${newId}`,
    requestId: `floor-${newId}`,
  };
  const trips = perform(command.script, role, new Date());
  const connection = await pool.getConnection();
  try {
    for (const { text, params } of trips) await connection.query(text, [...params]);
    return newId;
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  } finally {
    connection.release();
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString());
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const [, what, index] = request.url!.split('/');
  if (what === 'read') return read(Number(index));
  await bodyOf(request);
  return act(Number(index));
}

const server = createServer((request, response) => {
  answer(request).then(
    (data) => {
      const body = JSON.stringify({ code: '00', data });
      response.setHeader('content-type', 'application/json');
      response.setHeader('content-length', Buffer.byteLength(body));
      response.end(body);
    },
    (error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    },
  );
});

answerCalls({
  start: async ({ port, databaseUrl, connections }: Floor) => {
    pool = mysql.createPool({
      uri: databaseUrl,
      timezone: 'Z',
      charset: 'utf8mb4_unicode_520_ci',
      supportBigNumbers: true,
      dateStrings: ['DATE'],
      maxPreparedStatements: 500,
      connectionLimit: connections,
      multipleStatements: true,
    });
    pool.pool.on('connection', (connection) => {
      connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
      connection.query("SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = 5");
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  },
  reads: (statements: Statement[][]) => void (reads = statements),
  command: (next: typeof command) => void (command = next),
});

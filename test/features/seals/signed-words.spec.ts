import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signedWordsHealth } from '../../../server/domain/health/health.rules.js';
import { isSigned, publicKeyOf, type Head } from '../../../server/domain/seals/heads.rules.js';
import { SealsService } from '../../../server/features/seals/seals.service.js';
import { SignedWordsService } from '../../../server/features/seals/signed-words.service.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { createCase } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { outsidePort } from '../../support/outside.js';
import { useSite } from '../../support/site.js';

const port = await outsidePort();
const { api, org, workers } = useSite({
  workers: true,
  env: { RECOUP_WORDS_URL: `http://127.0.0.1:${port}/words` },
});
const taken: Head[] = [];
let answer = 200;
let receiver: Server;

/** Has something to sign, and signs it. */
async function sign(): Promise<Head[]> {
  const { borrowerId } = await createCase(api, org, {});
  await api.get(UnitOfWork).transact(SYSTEM, async (tx) => tx.emit('borrower.appVisited', { borrowerId }));
  const seals = workers.get(SealsService);
  return eventually(async () => {
    const heads = await seals.sign();
    expect(heads.length).toBeGreaterThan(0);
    return heads;
  });
}
const send = () => workers.get(SignedWordsService).send();
const behind = () => workers.get(SignedWordsService).behind();

describe('signed words', () => {
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void json(request).then((body) => {
        const { publicKey, words } = body as { publicKey: string; words: Head[] };
        if (answer === 200 && words.every((word) => isSigned(word, publicKeyOf(publicKey))))
          taken.push(...words);
        response.writeHead(answer).end();
      });
    });
    await new Promise<void>((listening) => receiver.listen(port, '127.0.0.1', listening));
  });
  afterAll(() => new Promise((closed) => receiver.close(closed)));

  it('are sent away in their order, each once', async () => {
    const first = await sign();
    expect(await send()).toBe(first.length);
    expect(await send()).toBe(0);
    const second = await sign();
    await send();
    expect(taken).toEqual([...first, ...second]);
    expect(await behind()).toBe(0);
  });

  it('wait for who does not take them, and are sent when he does', async () => {
    const before = taken.length;
    const waiting = await sign();
    answer = 503;
    await expect(send()).rejects.toThrow('answered 503');
    expect(taken).toHaveLength(before);
    answer = 200;
    expect(await send()).toBe(waiting.length);
    expect(taken.slice(before)).toEqual(waiting);
  });

  it('are sent anew when the file behind the last one was changed', async () => {
    const before = taken.length;
    const folder = join(process.env['RECOUP_DATA_DIR']!, 'seals');
    const file = join(folder, (await workers.get(SealsService).files()).at(-1)!);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, `${lines.slice(0, -1).join('\n')}\n`);
    expect(await send()).toBe(lines.length - 1);
    expect(taken.slice(before)).toEqual(lines.slice(0, -1).map((line) => JSON.parse(line) as Head));
  });

  it('that wait say for how long; without an address a live site is warned, and no other', () => {
    expect(signedWordsHealth(0, true).state).toBe('GOOD');
    expect(signedWordsHealth(31, true).state).toBe('WARN');
    expect(signedWordsHealth(1_440, true).state).toBe('BAD');
    expect(signedWordsHealth(null, true).state).toBe('WARN');
    expect(signedWordsHealth(null, false).state).toBe('GOOD');
  });

  it('go on behind a line that a crash has left half written', async () => {
    const seals = workers.get(SealsService);
    const before = (await sign()).at(-1);
    const file = join(seals.folder, (await seals.files()).at(-1)!);
    const known = await readFile(file, 'utf8');
    await writeFile(file, `${known}{"stream":"EVENT","chain":"5`);
    expect((await seals.heads()).at(-1)).toEqual(before);
    const next = await sign();
    expect(await readFile(file, 'utf8')).toBe(
      `${known}${next.map((head) => `${JSON.stringify(head)}\n`).join('')}`,
    );
    // Somebody has put the lines into a file without the last one's end.
    await writeFile(file, known.trimEnd());
    expect((await seals.heads()).at(-1)).toEqual(before);
    await writeFile(file, known);
    for (const report of await seals.verify()) expect(report.finding).toBeNull();
  });
});

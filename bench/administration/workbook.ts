import { setTimeout as delay } from 'node:timers/promises';
import { utils, write } from '@e965/xlsx';
import { SHEET_LAYOUTS, type SheetUpload } from '../../contract/administration/sheet-uploads.js';
import { count, holds, now, within, type Figure } from '../lib/figures.js';
import { sessionHeaders } from '../lib/http-connection.js';
import { grown } from '../lib/memory.js';
import { query, startServer, startWorkers, type Site } from '../lib/site.js';

/** Two of five rows name a role that there is not. */
const isBad = (row: number) => row % 5 < 2;
const READ_MS = 120_000;
const LONGEST_MS = 600_000;
const POLL_MS = 100;
const MOST_MB = 64;
const MOST_ERRORS = 1_000;

/** A workbook of people, of which a good part may not be: read, judged and counted, with its first errors kept. */
export async function workbook(site: Site, token: string, people: number): Promise<Figure[]> {
  const file = peopleFile(people);
  const [server, workers] = [await startServer(site, 'server-workbook'), await startWorkers(site)];
  const base = `http://127.0.0.1:${server.port}/api/manage/user`;
  const headers = sessionHeaders(token);
  const ask = async <Answer>(path: string, body?: FormData): Promise<Answer> => {
    const response = await fetch(base + path, { headers, ...(body && { method: 'POST', body }) });
    const answer = (await response.json()) as { code: string; data: Answer };
    if (answer.code !== '00') throw new Error(`Refused: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'people.xlsx');
  let result: SheetUpload | undefined;
  const started = now();
  const memory = await grown(workers.pid, async () => {
    const { uploadId } = await ask<{ uploadId: number }>('/upload', form);
    for (const end = now() + LONGEST_MS; now() < end; await delay(POLL_MS)) {
      result = await ask<SheetUpload>(`/uploadResult/${uploadId}`);
      if (result.status !== 'WAITING') return;
    }
  });
  const took = now() - started;
  const stored = await errorsOf(site, result!.id);
  await Promise.all([server.stop(), workers.stop()]);
  const what = `${count(people)} rows, ${(file.length / 1e6).toFixed(1)} MB`;
  const bad = Array.from({ length: people }, (_, row) => row).filter(isBad).length;
  const isCounted = result!.refusedRows === bad && result!.created === people - bad;
  const counted = `${result!.status}, ${count(result!.created)} would be made, ${count(result!.refusedRows)} refused`;
  return [
    within('administration: a workbook of people is read', what, took, READ_MS),
    holds('administration: its rows', what, counted, `${count(people - bad)} and ${count(bad)}`, isCounted),
    holds(
      'administration: its errors that are kept',
      what,
      count(stored),
      `<= ${count(MOST_ERRORS)}`,
      stored <= MOST_ERRORS,
    ),
    holds(
      'administration: memory of the workers above before',
      what,
      `${Math.round(memory)} MB`,
      `<= ${MOST_MB} MB`,
      memory <= MOST_MB,
    ),
  ];
}

function peopleFile(people: number): Buffer {
  const heads: readonly string[] = SHEET_LAYOUTS.users.users;
  const lines = Array.from({ length: people }, (_, row) => {
    const line: Record<string, string> = {
      username: `nueva.${row}`,
      name: `Nueva ${row}`,
      role: isBad(row) ? 'king' : 'supervisor',
    };
    return heads.map((head) => line[head] ?? null);
  });
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...heads], ...lines]), 'users');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

function errorsOf(site: Site, uploadId: number): Promise<number> {
  return query(site.databaseUrl, async (connection) => {
    const [rows] = await connection.query(
      "SELECT COUNT(*) AS n FROM sheet_row WHERE upload_id = ? AND act = 'REFUSED'",
      [uploadId],
    );
    return (rows as [{ n: number }])[0].n;
  });
}

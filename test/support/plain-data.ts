import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { sql } from '../../server/platform/db/sql.js';
import type { Api } from './stack.js';

/** Which of the markers the bytes hold, as they are or in hex or base64. */
export function foundIn(bytes: string | Buffer, markers: readonly string[]): string[] {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
  const forms = (marker: string) => [
    marker,
    Buffer.from(marker).toString('hex'),
    Buffer.from(marker).toString('base64'),
  ];
  return markers.filter((marker) => forms(marker).some((form) => text.includes(form)));
}

/** table.column -> what was found there. */
export async function foundInTables(api: Api, markers: readonly string[]): Promise<Record<string, string[]>> {
  const columns = await api.rows<{ place: string; name: string; holder: string }>(sql`
    SELECT CONCAT(table_name, '.', column_name) AS place, column_name AS name, table_name AS holder
    FROM information_schema.columns
    WHERE table_schema = DATABASE() AND data_type REGEXP 'char|text|blob|binary|json|enum' ORDER BY 1`);
  if (columns.length < 60) throw new Error(`Only ${columns.length} columns were looked through`);
  const found: Record<string, string[]> = {};
  for (const { place, name, holder } of columns) {
    const rows = await api.rows<{ value: string | Buffer | null }>({
      text: `SELECT \`${name}\` AS value FROM \`${holder}\``,
      params: [],
    });
    const there = new Set(rows.flatMap(({ value }) => (value === null ? [] : foundIn(value, markers))));
    if (there.size > 0) found[place] = [...there];
  }
  return found;
}

/** Every key with its value. A key that expires between its listing and its reading holds nothing any more. */
export async function redisTexts(url: string): Promise<string[]> {
  const client = new Redis(url);
  const texts: string[] = [];
  try {
    for (const key of await client.keys('*')) {
      const readers: Record<string, () => Promise<unknown>> = {
        none: () => Promise.resolve(null),
        string: () => client.get(key),
        hash: () => client.hgetall(key),
        list: () => client.lrange(key, 0, -1),
        set: () => client.smembers(key),
        zset: () => client.zrange(key, 0, -1),
        stream: () => client.xrange(key, '-', '+'),
      };
      const type = await client.type(key);
      const read = readers[type];
      if (!read) throw new Error(`The key ${key} has the type ${type}, which nothing here reads`);
      texts.push(`${key} ${JSON.stringify(await read())}`);
    }
  } finally {
    client.disconnect();
  }
  return texts;
}

export async function filesIn(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name))));
}

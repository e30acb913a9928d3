import { existsSync } from 'node:fs';
import { CFB, utils, write } from '@e965/xlsx';
import { describe, expect, it } from '@jest/globals';
import { SHEET_LAYOUTS } from '../../contract/administration/sheet-uploads.js';
import { rowsIn, sheetParts } from '../../server/platform/sheets/sheets.js';

const HEADS = SHEET_LAYOUTS.users.users;

/** A workbook of one person, with its parts altered. */
function forged(
  alter: (part: (name: string) => string, set: (name: string, text: string) => void) => void,
): Buffer {
  const book = utils.book_new();
  const line = HEADS.map((head) => (head === 'username' ? 'ana.lopez' : head === 'name' ? 'Ana' : null));
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...HEADS], line]), 'users');
  const file = write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true }) as Buffer;
  const zip = CFB.read(file, { type: 'buffer' });
  const found = (name: string) => CFB.find(zip, `/${name}`)!;
  alter(
    (name) => Buffer.from(found(name).content as Uint8Array).toString(),
    (name, text) => {
      if (CFB.find(zip, `/${name}`)) found(name).content = Buffer.from(text);
      else CFB.utils.cfb_add(zip, `/${name}`, Buffer.from(text));
    },
  );
  return CFB.write(zip, { fileType: 'zip', type: 'buffer', compression: true }) as Buffer;
}

async function read(file: Buffer): Promise<{ rows: Record<string, unknown>[] } | { refused: string }> {
  const rows: Record<string, unknown>[] = [];
  try {
    for await (const part of sheetParts(file, SHEET_LAYOUTS.users))
      if (!('total' in part))
        for (const { cells } of rowsIn(part))
          rows.push(Object.fromEntries(Object.entries(cells).map(([name, { value }]) => [name, value])));
  } catch (error) {
    return { refused: String((error as { key?: string }).key) };
  }
  return { rows };
}
const STRINGS = 'xl/sharedStrings.xml';
const declared = (text: string, entities: string) =>
  text.replace(/(<\?xml[^>]*\?>)?/, (head) => `${head}<!DOCTYPE sst [${entities}]>`);

describe('a workbook', () => {
  it('is read as it is when nothing is altered', async () => {
    expect(await read(forged(() => undefined))).toMatchObject({
      rows: [{ username: 'ana.lopez', name: 'Ana' }],
    });
  });

  it.each([
    ['a file of the server', '<!ENTITY x SYSTEM "file:///etc/passwd">', /root:/],
    ['an address inside', '<!ENTITY x SYSTEM "http://127.0.0.1:9/secret">', /secret/],
    ['a text of its own', '<!ENTITY x "expanded">', /expanded/],
    [
      'a text that grows a billionfold',
      [
        '<!ENTITY a "ha">',
        ...['b', 'c', 'd', 'e', 'x'].map((name, at) => {
          const before = ['a', 'b', 'c', 'd', 'e'][at]!;
          return `<!ENTITY ${name} "${`&${before};`.repeat(40)}">`;
        }),
      ].join(''),
      /haha/,
    ],
  ])('brings in nothing by an entity: %s', async (_, entities, message) => {
    const file = forged((part, set) =>
      set(STRINGS, declared(part(STRINGS).replace('ana.lopez', '&x;'), entities)),
    );
    const answer = await read(file);
    expect(JSON.stringify(answer)).not.toMatch(message);
    expect('refused' in answer || answer.rows.length === 1).toBe(true);
  });

  it('writes no part of it anywhere, whatever the part is called', async () => {
    const name = `../../../../../../../../tmp/recoup-part-${process.pid}.txt`;
    const answer = await read(forged((_, set) => set(name, 'climbed out')));
    expect('refused' in answer || answer.rows.length === 1).toBe(true);
    expect(existsSync(`/tmp/recoup-part-${process.pid}.txt`)).toBe(false);
  });

  it('is what its content says, whatever it is called', async () => {
    for (const content of ['<html><script>1</script></html>', 'username,name\nana,Ana', '%PDF-1.7', '']) {
      const padded = Buffer.from(content.padEnd(64, ' '));
      expect(await read(padded)).toEqual({ refused: expect.stringMatching(/^sheet\./) });
    }
  });
});

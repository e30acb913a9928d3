import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { parse, type CsvError } from 'csv-parse';
import type {
  Encoding,
  FileReading,
  ImportMapping,
  Separator,
} from '../../../contract/cases/import-mapping.js';
import type { ImportKind } from '../../../contract/cases/imports.js';
import { AppError } from '../../platform/http/app-error.js';
import type { SourceRow } from '../../domain/imports/loan-row.rules.js';
import { hopeless } from '../../domain/imports/refused-rows.sql.js';
import { headingsOf } from '../../domain/imports/headings.rules.js';
import { cellsBy, columnsOf, requiredOf, type Cells } from '../../domain/imports/mapping.rules.js';
import { encodingOf, separatorOf } from '../../platform/sheets/text-encoding.js';
import { workbookRows } from '../../platform/sheets/workbook.js';

const ROWS = 2_000_000;
const COLUMNS = 200;
const XLSX_BYTES = 64 * 1024 * 1024;
const RECORD_CHARACTERS = 64 * 1024;
const SNIFFED_BYTES = 4096;
/** Bytes that are parsed, and rows that are passed on, in one turn of the event loop. A stray quote costs up to 0.2 ms. */
const TURN_BYTES = 8 * 1024;
const TURN_QUOTES = 32;
const TURN_ROWS = 50;
/** Broken rows, and stray quotes in them, without a good row between them: what has more is no table. */
const MAX_BROKEN = 2_000;
const MAX_STRAYS = 10_000;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

/** A file whose header was read and understood; its rows come as they are asked for. */
export interface OpenedFile {
  kind: ImportKind;
  rows: AsyncIterable<SourceRow>;
  /** For who does not read the rows: reading them to the end, or leaving the loop, closes the file too. */
  close(): Promise<void>;
}

type ToCells = (values: readonly string[]) => Cells;

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** A row before it has column names; `values` is null when the file is broken there. */
interface RawRow {
  line: number;
  values: readonly string[] | null;
}

/** How a text file is written. */
interface Notation {
  encoding: Encoding;
  separator: Separator;
}

/**
 * Tells CSV from xlsx by what the bytes say, not by the name.
 *
 * @param mapping the sender's own headings; without it the file has those of the product
 * @throws import.format, import.header, import.heading, import.tooHeavy
 */
export async function openBytes(bytes: Buffer, mapping?: ImportMapping): Promise<OpenedFile> {
  const rows = isWorkbook(bytes) ? workbookRows(bytes) : csvRows([bytes], notationIn(bytes, mapping));
  return named(rows, mapping);
}

/** The same from a file, in UTF-8 unless the mapping says otherwise: CSV is streamed, a workbook is read whole. @throws as openBytes does, request.tooLarge */
export async function openPath(path: string, mapping?: ImportMapping): Promise<OpenedFile> {
  const head = await headOf(path);
  if (!isWorkbook(head)) {
    const notation = notationIn(head, mapping ?? { encoding: 'utf-8' });
    return named(csvRows(createReadStream(path), notation), mapping);
  }
  if ((await stat(path)).size > XLSX_BYTES) throw new AppError('request.tooLarge');
  return named(workbookRows(await readFile(path)), mapping);
}

/** A file's first rows as they stand there, and how it seems to be written. @throws import.format, import.tooHeavy */
export async function lookInto(
  bytes: Buffer,
  reading: FileReading,
  count: number,
): Promise<Notation & { isWorkbook: boolean; first: string[][] }> {
  const isBook = isWorkbook(bytes);
  const notation: Notation = isBook ? { encoding: 'utf-8', separator: ',' } : notationIn(bytes, reading);
  const first: string[][] = [];
  for await (const { values } of isBook ? workbookRows(bytes) : csvRows([bytes], notation)) {
    if (values) first.push([...values]);
    if (first.length === count) break;
  }
  if (first.length === 0 || first[0]!.length > COLUMNS) throw new AppError('import.format');
  return { ...notation, isWorkbook: isBook, first };
}

/** The heading and the rows that end at these lines, as they stand in the file; a broken one has no values. */
export async function rowsOfLines(
  bytes: Buffer,
  lines: ReadonlySet<number>,
  reading?: ImportMapping,
): Promise<{ header: readonly string[]; rows: RawRow[]; separator: Separator }> {
  const isBook = isWorkbook(bytes);
  const notation: Notation = isBook ? { encoding: 'utf-8', separator: ',' } : notationIn(bytes, reading);
  let header: readonly string[] | null = null;
  const rows: RawRow[] = [];
  let count = 0;
  for await (const row of isBook ? workbookRows(bytes) : csvRows([bytes], notation)) {
    if (header && lines.has(row.line)) rows.push(row);
    header ??= row.values ?? [];
    if (rows.length === lines.size) break;
    if (++count % TURN_ROWS === 0) await setImmediate();
  }
  return { header: header ?? [], rows, separator: notation.separator };
}

/** Fills in from the bytes what nobody chose. @throws import.format for what is no text */
function notationIn(bytes: Buffer, chosen: FileReading = {}): Notation {
  const encoding = chosen.encoding ?? encodingOf(bytes);
  const head = bytes.subarray(0, SNIFFED_BYTES);
  const isWide = encoding.startsWith('utf-16');
  if (head.length === 0 || (!isWide && head.includes(0))) throw new AppError('import.format');
  return { encoding, separator: chosen.separator ?? separatorOf(new TextDecoder(encoding).decode(head)) };
}

async function named(rows: AsyncGenerator<RawRow>, mapping?: ImportMapping): Promise<OpenedFile> {
  const close = async () => void (await rows.return(undefined));
  try {
    const first = await rows.next();
    const header = first.done ? [] : (first.value.values ?? []);
    if (header.length > COLUMNS) throw new AppError('import.format');
    const { kind, toCells } = mapping
      ? { kind: mapping.kind, toCells: cellsBy(mapping, headingsOf(header)) }
      : byOwnNames(header.map((cell) => cell.trim()));
    return { kind, rows: cellsOf(rows, header.length, toCells), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function byOwnNames(header: readonly string[]): { kind: ImportKind; toCells: ToCells } {
  const kind = header.includes('providerReference') ? 'LEDGER' : 'LOANS';
  for (const column of requiredOf(kind))
    if (!header.includes(column)) throw new AppError('import.header', { column });
  const known: readonly string[] = columnsOf(kind);
  const columns = header.map((name) => (known.includes(name) ? name : null));
  const toCells: ToCells = (values) => {
    const cells: Cells = {};
    columns.forEach((name, index) => {
      const value = values[index]?.trim();
      if (name && value) cells[name] = value;
    });
    return cells;
  };
  return { kind, toCells };
}

async function* cellsOf(
  rows: AsyncIterable<RawRow>,
  columns: number,
  toCells: ToCells,
): AsyncGenerator<SourceRow> {
  let count = 0;
  for await (const { line, values } of rows) {
    if (++count > ROWS) throw new AppError('request.tooLarge');
    if (count % TURN_ROWS === 0) await setImmediate();
    // More cells than columns: an unquoted comma has moved everything behind it.
    if (values === null || values.slice(columns).some((value) => value.trim() !== '')) {
      yield { line, cells: {}, broken: true };
      continue;
    }
    const cells = toCells(values.map(unescaped));
    if (Object.keys(cells).length > 0) yield { line, cells };
  }
}

/** Our own files put an apostrophe before a text that would be a formula. */
const ESCAPED = /^'(?=[=+\-@＝＋－＠])/;
const unescaped = (value: string) =>
  value.charCodeAt(0) === APOSTROPHE ? value.replace(ESCAPED, '') : value;

async function* csvRows(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  { encoding, separator }: Notation,
): AsyncGenerator<RawRow> {
  const broken: RawRow[] = [];
  let strays = 0;
  let isEnough = false;
  const stop = () => (isEnough ||= broken.length >= MAX_BROKEN || strays >= MAX_STRAYS);
  const bytes = Readable.from(inUtf8(turnsOf(chunks, stop), encoding));
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: RECORD_CHARACTERS,
  });
  parser.on('skip', (error: CsvError) => {
    const line = Number(error['lines'] ?? 0);
    strays++;
    if (broken.at(-1)?.line !== line) broken.push({ line, values: null });
  });
  bytes.on('error', (error) => parser.destroy(error));
  bytes.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      // The parser reads ahead of what it gives: what is broken further down waits for its turn.
      while (broken[0] && broken[0].line <= info.lines) yield broken.shift()!;
      strays = 0;
      yield { line: info.lines, values: record };
    }
    yield* broken;
    if (isEnough) throw hopeless();
  } finally {
    bytes.destroy();
  }
}

function isWorkbook(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32BE(0) === 0x504b0304;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The bytes in pieces, each in a turn of the event loop of its own, up to their end or until it is enough. */
async function* turnsOf(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  isEnough: () => boolean,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    for (let start = 0, end = 0; start < chunk.length; start = end) {
      end = endOfTurn(chunk, start);
      yield chunk.subarray(start, end);
      await setImmediate();
      if (isEnough()) return;
    }
  }
}

function endOfTurn(chunk: Buffer, start: number): number {
  const end = Math.min(start + TURN_BYTES, chunk.length);
  let quote = start - 1;
  for (let quotes = 0; quotes < TURN_QUOTES; quotes++) {
    quote = chunk.indexOf(QUOTE, quote + 1);
    if (quote === -1 || quote >= end) return end;
  }
  return quote + 1;
}

async function* inUtf8(pieces: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') return yield* pieces;
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) yield Buffer.from(decoder.decode(piece, { stream: true }));
}

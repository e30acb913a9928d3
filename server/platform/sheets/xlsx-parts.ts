import { attributesOf, type XmlListener } from './xml-scanner.js';
import { writesDay } from './sheet-row.rules.js';

/** References of a part of the workbook; a target is a part's name. */
export class Relations implements XmlListener {
  readonly byId = new Map<string, string>();
  private readonly byType = new Map<string, string>();

  constructor(private readonly folder: string) {}

  target(type: string): string | undefined {
    return this.byType.get(type);
  }

  opens(name: string, attributes: string): void {
    if (name !== 'Relationship') return;
    const { Id = '', Type = '', Target = '' } = attributesOf(attributes);
    const target = resolved(this.folder, Target);
    this.byId.set(Id, target);
    this.byType.set(Type.slice(Type.lastIndexOf('/') + 1), target);
  }
}

function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path: string[] = [];
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/');
}

/** The sheets of a workbook, and from which year it counts its days. */
export class SheetNames implements XmlListener {
  readonly sheets: { name: string; id: string }[] = [];
  from1904 = false;

  opens(name: string, attributes: string): void {
    if (name === 'workbookPr') this.from1904 = /^(1|true)$/.test(attributesOf(attributes)['date1904'] ?? '');
    if (name !== 'sheet') return;
    const { name: title = '', id = '' } = attributesOf(attributes);
    this.sheets.push({ name: title, id });
  }
}

/** The texts that cells name by number. */
export class Strings implements XmlListener {
  readonly all: string[] = [];
  private characters = '';
  private isText = false;
  private isSound = false;

  opens(name: string): void {
    if (name === 'si') this.characters = '';
    if (name === 'rPh') this.isSound = true;
    this.isText = name === 't' && !this.isSound;
  }

  text(value: string): void {
    if (this.isText) this.characters += value;
  }

  closes(name: string): void {
    this.isText = false;
    if (name === 'rPh') this.isSound = false;
    // A copy: a part of a text keeps all of it in memory.
    if (name === 'si') this.all.push(Buffer.from(this.characters).toString());
  }
}

/** Formats of a number that every workbook knows and that write a day: 14 to 17, 22, and those of Asian calendars. */
const DAY_FORMATS = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/** Which styles of a cell write a day. */
export class Styles implements XmlListener {
  private readonly formats = new Map<number, boolean>();
  private readonly ofStyle: number[] = [];
  private isCells = false;

  writesDay(style: number): boolean {
    const format = this.ofStyle[style] ?? 0;
    return this.formats.get(format) ?? DAY_FORMATS.has(format);
  }

  opens(name: string, attributes: string): void {
    if (name === 'cellXfs') this.isCells = true;
    if (name === 'xf' && this.isCells) this.ofStyle.push(Number(attributesOf(attributes)['numFmtId'] ?? 0));
    if (name !== 'numFmt') return;
    const { numFmtId, formatCode = '' } = attributesOf(attributes);
    this.formats.set(Number(numFmtId), writesDay(formatCode));
  }

  closes(name: string): void {
    if (name === 'cellXfs') this.isCells = false;
  }
}

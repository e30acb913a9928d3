import { deflateRawSync } from 'node:zlib';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const relations = (targets: readonly [type: string, target: string][]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`; // prettier-ignore

/** A workbook of one sheet: the rows as they stand in its XML, and the texts that cells of type "s" name by number. */
export function workbookOf(sheetRows: string, texts: readonly string[]): Buffer {
  const strings = texts.map((text) => `<si><t>${text}</t></si>`).join('');
  return zipOf([
    ['[Content_Types].xml', `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Book" sheetId="1" r:id="rId1"/></sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', relations([['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml']])],
    ['xl/sharedStrings.xml', `${XML}<sst xmlns="${MAIN}">${strings}</sst>`],
    ['xl/worksheets/sheet1.xml', `${XML}<worksheet xmlns="${MAIN}"><sheetData>${sheetRows}</sheetData></worksheet>`],
  ]); // prettier-ignore
}

/** A workbook of these sheets: their names, and the rows as they stand in their XML. `styles` are those of its cells. */
export function sheetsOf(sheets: readonly (readonly [name: string, rows: string])[], styles = ''): Buffer {
  const names = sheets.map(([name], at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const targets = sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as [string, string]);
  return zipOf([
    ['[Content_Types].xml', `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.join('')}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', relations([...targets, ['styles', 'styles.xml']])],
    ['xl/styles.xml', `${XML}<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`],
    ...sheets.map(([, rows], at) => [
      `xl/worksheets/sheet${at + 1}.xml`,
      `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    ] as [string, string]),
  ]); // prettier-ignore
}

export function zipOf(parts: readonly (readonly [name: string, content: string | Buffer])[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, content] of parts) {
    const body = Buffer.from(content as string);
    const packed = deflateRawSync(body);
    const sizes = (header: Buffer, offset: number) => {
      header.writeUInt32LE(packed.length, offset);
      header.writeUInt32LE(body.length, offset + 4);
      header.writeUInt16LE(name.length, offset + 8);
    };
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04', 0, 'latin1');
    local.writeUInt16LE(8, 8);
    sizes(local, 18);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 0, 'latin1');
    entry.writeUInt16LE(8, 10);
    sizes(entry, 20);
    entry.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    at += local.length + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

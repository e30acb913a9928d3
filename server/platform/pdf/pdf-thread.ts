import { parentPort, workerData } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import type { PdfDocument, PdfSection } from './pdf.js';

const MARGIN = 36;
const SMALL = 7.5;
const CELL_PADDING = 3;
const LINE = '#c8ccd4';
const HEAD = '#eef0f4';

async function make(document: PdfDocument): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'LETTER',
    layout: 'landscape',
    margin: MARGIN,
    bufferPages: true,
    info: { Title: document.title },
  });
  draw(pdf, document);
  pdf.end();
  const parts: Buffer[] = [];
  for await (const part of pdf as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

function draw(pdf: PDFKit.PDFDocument, { title, about, note, sections, page }: PdfDocument): void {
  pdf.font('Helvetica-Bold').fontSize(16).text(title).moveDown(0.5);
  for (const [label, value] of about)
    pdf
      .font('Helvetica-Bold')
      .fontSize(9)
      .text(`${label}: `, { continued: true })
      .font('Helvetica')
      .text(value);
  pdf.moveDown(0.5).fontSize(SMALL).fillColor('#555').text(note).fillColor('#000');
  for (const section of sections) drawSection(pdf, section);
  const { start, count } = pdf.bufferedPageRange();
  for (let at = start; at < start + count; at++) {
    pdf.switchToPage(at);
    // Below the margin a text would begin a page of its own.
    pdf.page.margins.bottom = 0;
    pdf
      .fontSize(SMALL)
      .text(`${page} ${at + 1} / ${count}`, MARGIN, pdf.page.height - 24, { align: 'right' });
  }
}

function drawSection(pdf: PDFKit.PDFDocument, { title, columns, rows, nothing }: PdfSection): void {
  pdf.moveDown(1).font('Helvetica-Bold').fontSize(11).text(title, MARGIN).moveDown(0.3);
  pdf.font('Helvetica').fontSize(SMALL);
  if (rows.length === 0) {
    pdf.text(nothing);
    return;
  }
  const parts = columns.map((column) => column.parts ?? 1);
  const width = pdf.page.width - 2 * MARGIN;
  const unit = width / parts.reduce((sum, each) => sum + each, 0);
  const table = pdf.table({
    columnStyles: parts.map((each) => each * unit),
    rowStyles: (row: number) => ({ ...(row === 0 && { backgroundColor: HEAD }) }),
    defaultStyle: { padding: CELL_PADDING, border: [0, 0, 0.5, 0], borderColor: LINE },
  });
  table.row(columns.map(({ head }) => head));
  for (const row of rows) table.row([...row]);
  table.end();
  pdf.x = MARGIN;
}

parentPort!.postMessage(await make(workerData as PdfDocument));

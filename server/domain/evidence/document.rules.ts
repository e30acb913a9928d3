import { readFileSync } from 'node:fs';
import type { ComplianceDecision, ComplianceRule } from '../../../contract/contact/contact-compliance.js';
import type { PdfDocument, PdfSection } from '../../platform/pdf/pdf.js';
import type { EvidenceContent, Names, StoredDecision } from './record.rules.js';

type Words = typeof import('./document.es.json');

/** For an authority or a borrower in Mexico: in Spanish, whoever makes it. */
const WORDS = JSON.parse(readFileSync(new URL('./document.es.json', import.meta.url), 'utf8')) as Words;
type Column = keyof Words['columns'];

const TIMES = new Intl.DateTimeFormat('es-MX', {
  timeZone: 'America/Mexico_City',
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});
const PESOS = new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' });

const time = (at: Date | null) => (at ? TIMES.format(at) : '');
const pesos = (centavos: number) => PESOS.format(centavos / 100);
const word = (words: Record<string, string>, code: string | null) =>
  code === null ? '' : (words[code] ?? code);

/** @param counts how many rows have a proof, and how many none yet; null where none is proved */
export function documentOf(
  content: EvidenceContent,
  names: Names,
  counts: { proved: number; open: number } | null,
): PdfDocument {
  const { about } = WORDS;
  return {
    title: WORDS.title,
    about: [
      [about.borrower, content.borrower.name],
      [about.externalId, content.borrower.externalId],
      [about.cases, content.cases.map(({ loanNo }) => loanNo).join(', ')],
      ...(content.stage === 'LIVE' ? [] : [[about.stage, WORDS.stage[content.stage]] as const]),
      [about.madeAt, time(content.madeAt)],
      [about.madeBy, content.madeBy],
      ...(counts
        ? ([
            [about.proved, String(counts.proved)],
            [about.open, String(counts.open)],
          ] as const)
        : []),
    ],
    note: `${WORDS.zone} ${WORDS.how}`,
    page: WORDS.page,
    sections: [...contactSections(content, names), ...otherSections(content)],
  };
}

export const relationName = (code: string) => word(WORDS.relation, code);

const contact = (known: { name: string; relation: string } | null) =>
  known ? `${known.name} (${relationName(known.relation)})` : '';
const ofSimulator = ({ simulated }: { simulated: boolean }) => (simulated ? ` (${WORDS.simulated})` : '');

function contactSections(content: EvidenceContent, names: Names): PdfSection[] {
  return [
    section(
      'decisions',
      ['at', 'channel', 'contact', 'decision', 'reasons', 'policy', 'actor'],
      content.decisions.map((row) => {
        const { reasons } = JSON.parse(row.decision) as Pick<ComplianceDecision, 'reasons'>;
        const known = row.contactId === null ? undefined : names.contacts.get(row.contactId);
        const actor = row.actorId === null ? WORDS.system : (names.people.get(row.actorId) ?? '');
        return [
          ...[time(row.at), word(WORDS.channel, row.channel), contact(known ?? null), answerOf(row)],
          reasons.map(({ rule }) => word(WORDS.rule, rule) + lawOf(content, rule)).join(', '),
          ...[String(row.policyVersion || 'MX'), actor],
        ];
      }),
    ),
    section(
      'calls',
      [
        'at',
        'direction',
        'contact',
        'number',
        'state',
        'answeredAt',
        'endedAt',
        'party',
        'actor',
        'recording',
      ],
      content.calls.map((call) => [
        ...[time(call.requestedAt), WORDS.direction[call.direction], contact(call.contact), call.number],
        word(WORDS.state, call.state) + ofSimulator(call),
        ...[time(call.answeredAt), time(call.endedAt), word(WORDS.party, call.party), call.agent ?? ''],
        call.recordingSha256 ?? '',
      ]),
    ),
    section(
      'messages',
      ['at', 'channel', 'contact', 'number', 'status', 'actor', 'text'],
      content.messages.map((message) => [
        ...[time(message.sentAt ?? message.createdAt), word(WORDS.channel, message.channel)],
        ...[contact(message.contact), message.number],
        word(WORDS.status, message.status) + ofSimulator(message),
        ...[message.sender ?? WORDS.system, message.text],
      ]),
    ),
    section(
      'answers',
      ['at', 'channel', 'contact', 'number', 'text'],
      content.answers.map(({ at, channel, contact: from, number, text }) => [
        ...[time(at), word(WORDS.channel, channel), contact(from), number, text],
      ]),
    ),
  ];
}

function otherSections(content: EvidenceContent): PdfSection[] {
  return [
    section(
      'payments',
      ['at', 'type', 'amount', 'channel', 'reference'],
      content.payments.map((payment) => [
        ...[time(payment.postedAt), word(WORDS.payment, payment.type) + ofSimulator(payment)],
        ...[pesos(payment.amount), payment.channel, payment.reference],
      ]),
    ),
    section(
      'complaints',
      ['at', 'type', 'level', 'status', 'completedAt', 'content'],
      content.complaints.map((complaint) => [
        ...[time(complaint.createdAt), word(WORDS.complaintType, complaint.type)],
        ...[
          word(WORDS.complaintLevel, String(complaint.level)),
          word(WORDS.complaintStatus, complaint.status),
        ],
        ...[time(complaint.completedAt), complaint.content],
      ]),
    ),
    section(
      'views',
      ['at', 'type', 'person', 'contact', 'purpose'],
      content.views.map(({ at, type, person, contact: seen, purpose }) => [
        ...[time(at), word(WORDS.view, type), person ?? '', contact(seen), purpose ?? ''],
      ]),
    ),
    section(
      'policies',
      ['institution', 'version', 'at', 'by', 'note'],
      content.policies.map(({ institution, version, createdAt, by, note }) => [
        ...[institution ?? '', String(version), time(createdAt), by ?? '', note],
      ]),
    ),
  ];
}

/** Columns of long texts. */
const WIDE: Partial<Record<Column, number>> = {
  text: 4,
  content: 4,
  recording: 2,
  reasons: 2,
  note: 3,
  contact: 1.5,
};

const section = (
  name: keyof Words['sections'],
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): PdfSection => ({
  title: `${WORDS.sections[name]} (${rows.length})`,
  columns: columns.map((column) => ({ head: WORDS.columns[column], parts: WIDE[column] })),
  rows,
  nothing: WORDS.none,
});

/** The text that a rule of law rests on, and since when. */
function lawOf({ sources }: EvidenceContent, rule: ComplianceRule): string {
  const source = sources.find((each) => each.rule === rule)?.source;
  if (!source) return '';
  const text = source.citation ? WORDS.law[source.citation] : `${source.text},`;
  return ` (${text} ${source.effectiveOn})`;
}

function answerOf({ kind, allowed, overrideId }: StoredDecision): string {
  const { answer } = WORDS;
  if (kind === 'INCOMING') return answer.INCOMING;
  if (!allowed) return answer.REFUSED;
  if (overrideId !== null) return answer.OVERRIDDEN;
  return kind === 'MANUAL' ? answer.MANUAL : answer.ALLOWED;
}

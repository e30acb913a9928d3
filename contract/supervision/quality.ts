import { z } from 'zod';
import { IsoDay, IsoTime } from '../shared/date.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

const MAX_QUESTIONS = 40;
const QUESTION_LENGTH = 200;

export interface QualityQuestion {
  weight: number;
  text: string;
}

/** A line is a question; one that begins with a number from 1 to 9 and a space weighs so much, others 1. */
export function questionsOf(lines: string): QualityQuestion[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, weight, text] = /^([1-9])\s+(.+)$/.exec(line) ?? [null, '1', line];
      return { weight: Number(weight), text: text! };
    });
}

function fit(lines: string): boolean {
  const questions = questionsOf(lines);
  const isShort = questions.every(({ text }) => text.length <= QUESTION_LENGTH);
  return questions.length > 0 && questions.length <= MAX_QUESTIONS && isShort;
}

export const QualitySheetForm = z.object({
  institutionId: Id,
  name: z.string().trim().min(1).max(80),
  questions: z
    .string()
    .trim()
    .min(1)
    .max(8_000)
    .refine(fit, { params: { rule: 'format' } }),
  /** Calls of each collector and day that are drawn, of those that lasted so long. */
  perDay: z.int().min(1).max(20),
  minSeconds: z.int().min(0).max(3_600),
  enabled: z.boolean(),
});
export type QualitySheetForm = z.infer<typeof QualitySheetForm>;
/** `quality/sheets`: without an id a new one. What was drawn before keeps the questions of its day. */
export const QualitySheetChange = QualitySheetForm.extend({
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId,
});
export type QualitySheetChange = z.infer<typeof QualitySheetChange>;
export interface QualitySheetRow extends QualitySheetForm {
  id: number;
  version: number;
  institutionName: string;
  updatedBy: string | null;
  updatedAt: string;
}

/** `quality/sheet/:id/versions`: the newest first; `samples` calls were drawn to be judged by it. */
export interface QualitySheetVersion {
  version: number;
  questions: string;
  samples: number;
}

export const QualitySheetsQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  institutionId: IdText.optional(),
});
export type QualitySheetsQuery = z.infer<typeof QualitySheetsQuery>;

export const SAMPLE_STATES = ['WAITING', 'SCORED', 'ANSWERED', 'CLOSED'] as const;
export type SampleState = (typeof SAMPLE_STATES)[number];
/** OPEN: what waits for an inspector, to be scored or, once its collector has answered, to be closed. */
export const SAMPLE_VIEWS = ['OPEN', ...SAMPLE_STATES, 'ALL'] as const;
/** `quality/samples`: the newest first; who may not score sees the own ones that are scored. */
export const QualitySamplesQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  status: z.enum(SAMPLE_VIEWS).optional(),
  agentId: IdText.optional(),
});
export type QualitySamplesQuery = z.infer<typeof QualitySamplesQuery>;

export interface QualitySampleRow {
  id: number;
  callId: number;
  day: string;
  callTime: string;
  agentId: number;
  agentName: string;
  sheetName: string;
  status: SampleState;
  /** Out of 100: the mean of the inspectors'. Null until somebody has scored, and to an inspector who has yet to. */
  total: number | null;
  inspectors: number;
}

export const QUALITY_ANSWERS = ['YES', 'NO', 'NA'] as const;
export type QualityAnswer = (typeof QUALITY_ANSWERS)[number];
const QualityMark = z.object({
  question: z.int().min(0).max(MAX_QUESTIONS),
  second: z.int().min(0).max(86_400),
  text: z.string().trim().min(1).max(300),
});
export type QualityMark = z.infer<typeof QualityMark>;
/** Inspectors that may score one call, none of them seeing the other's score before. */
export const MAX_INSPECTORS = 2;

/**
 * `quality/score`: an answer to each question of the sample's sheet, in their order. `corrects` replaces the inspector's
 * own score of that moment, until the sample is closed.
 */
export const QualityScoring = z.object({
  sampleId: Id,
  answers: z.array(z.enum(QUALITY_ANSWERS)).min(1).max(MAX_QUESTIONS),
  marks: z.array(QualityMark).max(50),
  remark: z.string().trim().max(1_000),
  corrects: IsoTime.optional(),
  clientRequestId: ClientRequestId,
});
export type QualityScoring = z.infer<typeof QualityScoring>;
/** `quality/answer`: the collector's word on it, once. `quality/close`: an inspector's last one, on that answer. */
export const QualityWord = z.object({
  sampleId: Id,
  text: z.string().trim().min(1).max(1_000),
  clientRequestId: ClientRequestId,
});
export type QualityWord = z.infer<typeof QualityWord>;
export interface QualityScore {
  by: string;
  at: string;
  total: number;
  answers: QualityAnswer[];
  marks: QualityMark[];
  remark: string;
  /** The viewer's own. */
  mine: boolean;
}
export interface QualitySampleDetail extends QualitySampleRow {
  questions: QualityQuestion[];
  scores: QualityScore[];
  answer: { text: string; at: string } | null;
  closing: { text: string; by: string; at: string } | null;
  mayScore: boolean;
  /** The viewer's own score may still be replaced. */
  mayCorrect: boolean;
  mayAnswer: boolean;
  mayClose: boolean;
}

/** `quality/report`, by the days of the calls. */
export const QualityReportQuery = z.object({ from: IsoDay, to: IsoDay });
export type QualityReportQuery = z.infer<typeof QualityReportQuery>;
export interface QualityReport {
  people: { agentId: number; name: string; samples: number; average: number }[];
  questions: { text: string; yes: number; no: number; na: number }[];
  /** Agreement over calls that two have scored: equal answers, and Cohen's kappa, which removes chance. */
  agreement: { pairs: number; same: number | null; kappa: number | null };
}

/** Score out of 100 points; questions that do not apply are left out, and if none applies all points are reached. */
export function totalOf(questions: readonly QualityQuestion[], answers: readonly QualityAnswer[]): number {
  const weighed = (which: (answer: QualityAnswer) => boolean) =>
    questions.reduce((sum, { weight }, at) => sum + (which(answers[at]!) ? weight : 0), 0);
  const max = weighed((answer) => answer !== 'NA');
  return max === 0 ? 100 : Math.round((weighed((answer) => answer === 'YES') / max) * 1000) / 10;
}

const SampleRef = z.object({ sampleId: Id, callId: Id, agentId: Id, institutionId: Id });
export const QUALITY_EVENTS = {
  /** `capped`: more calls fit the rule than are drawn in a day. */
  'quality.sampled': z.object({
    sheetId: Id,
    institutionId: Id,
    day: IsoDay,
    calls: z.int(),
    capped: z.boolean(),
  }),
  'quality.scored': SampleRef.extend({ total: z.number() }),
  'quality.corrected': SampleRef.extend({ before: z.number(), total: z.number() }),
  'quality.answered': SampleRef,
  'quality.closed': SampleRef,
} as const;

import { Injectable } from '@nestjs/common';
import {
  MAX_INSPECTORS,
  questionsOf,
  type QualityAnswer,
  type QualityMark,
  type QualityReport,
  type QualityReportQuery,
  type QualitySampleDetail,
  type QualitySampleRow,
  type QualitySamplesQuery,
  type QualityScore,
} from '../../../contract/supervision/quality.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { all, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { agreementOf, samplesOf } from '../../domain/quality/quality.rules.js';

const MAX_REPORTED = 20_000;

interface ScoreRecord {
  inspectorId: number;
  by: string;
  at: Date;
  total: number;
  answers: string | QualityAnswer[];
  wordsEnc: Buffer;
}
interface DetailRecord extends QualitySampleRow {
  questions: string;
  answerEnc: Buffer | null;
  answeredAt: string | null;
  closingEnc: Buffer | null;
  closedAt: string | null;
  closedBy: string | null;
}
interface Reported {
  sampleId: number;
  agentId: number;
  name: string;
  total: number;
  answers: string | QualityAnswer[];
  questions: string;
}

@Injectable()
export class QualityQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async samples(actor: Actor, query: QualitySamplesQuery): Promise<Page<QualitySampleRow>> {
    const { page, size, status, agentId } = query;
    const where = all([
      samplesOf(actor),
      ...viewOf(actor, status),
      ...(agentId ? [sql`m.agent_id = ${agentId}`] : []),
    ]);
    const offset = Math.min((page - 1) * size, COUNT_CAP);
    const [result, totalCount] = await Promise.all([
      this.database.wireRows<QualitySampleRow>(sql`
        SELECT ${rowFor(actor)} WHERE ${where} ORDER BY m.day DESC, m.id DESC LIMIT ${offset}, ${size}`),
      cappedTotal(this.database, sql`FROM quality_sample m WHERE ${where}`),
    ]);
    return { result: result.map(asRow), totalCount };
  }

  /** An inspector who has yet to score does not see what the other one said. @throws quality.notFound */
  async sample(actor: Actor, id: number): Promise<QualitySampleDetail> {
    const [found] = await this.database.wireRows<DetailRecord>(sql`
      SELECT (SELECT v.questions FROM quality_sheet_version v
          WHERE v.sheet_id = m.sheet_id AND v.version = m.sheet_version) AS questions,
        m.answer_enc AS answerEnc, m.answered_at AS answeredAt, m.closing_enc AS closingEnc, m.closed_at AS closedAt,
        (SELECT c.name FROM user c WHERE c.id = m.closed_by) AS closedBy, ${rowFor(actor)}
      WHERE m.id = ${id} AND ${samplesOf(actor)}`);
    if (!found) throw new AppError('quality.notFound');
    const scores = await this.database.rows<ScoreRecord>(sql`
      SELECT q.inspector_id AS inspectorId, u.name AS \`by\`, q.at, q.total, q.answers, q.words_enc AS wordsEnc
      FROM quality_score q JOIN user u ON u.id = q.inspector_id WHERE q.sample_id = ${id} ORDER BY q.at`);
    const { questions, answerEnc, answeredAt, closingEnc, closedAt, closedBy, ...row } = found;
    const isOwn = row.agentId === actor.userId;
    const isDone = scores.some(({ inspectorId }) => inspectorId === actor.userId);
    const isInspector = actor.permissions.has('quality:score') && !isOwn;
    const isOpen = row.status === 'WAITING' || row.status === 'SCORED';
    const mayScore = isInspector && isOpen && !isDone && scores.length < MAX_INSPECTORS;
    return {
      ...asRow(row),
      ...(mayScore && { total: null }),
      questions: questionsOf(questions),
      scores: mayScore ? [] : scores.map((score) => this.scoreOf(score, actor)),
      answer: answerEnc && { text: this.vault.open(answerEnc), at: answeredAt! },
      closing: closingEnc && { text: this.vault.open(closingEnc), by: closedBy ?? '', at: closedAt! },
      mayScore,
      mayCorrect: isInspector && isDone && row.status !== 'CLOSED',
      mayAnswer: isOwn && row.status === 'SCORED',
      mayClose: isInspector && row.status === 'ANSWERED',
    };
  }

  async report(actor: Actor, { from, to }: QualityReportQuery): Promise<QualityReport> {
    const scores = await this.database.rows<Reported>(sql`
      SELECT m.id AS sampleId, m.agent_id AS agentId, u.name, q.total, q.answers, v.questions
      FROM quality_sample m JOIN quality_score q ON q.sample_id = m.id JOIN user u ON u.id = m.agent_id
      JOIN quality_sheet_version v ON v.sheet_id = m.sheet_id AND v.version = m.sheet_version
      WHERE m.day BETWEEN ${from} AND ${to} AND ${samplesOf(actor)}
      ORDER BY m.day DESC, m.id, q.at LIMIT ${String(MAX_REPORTED)}`);
    const [people, questions, pairs] = [
      new Map<number, { name: string; totals: number[]; samples: Set<number> }>(),
      new Map<string, { YES: number; NO: number; NA: number }>(),
      new Map<number, QualityAnswer[][]>(),
    ];
    for (const { sampleId, agentId, name, total, ...score } of scores) {
      const answers = answersOf(score.answers);
      const person = people.get(agentId) ?? { name, totals: [], samples: new Set() };
      people.set(agentId, person);
      person.totals.push(Number(total));
      person.samples.add(sampleId);
      pairs.set(sampleId, [...(pairs.get(sampleId) ?? []), answers]);
      for (const [at, { text }] of questionsOf(score.questions).entries()) {
        const count = questions.get(text) ?? { YES: 0, NO: 0, NA: 0 };
        questions.set(text, count);
        count[answers[at]!]++;
      }
    }
    return {
      people: [...people].map(([agentId, { name, totals, samples }]) => ({
        agentId,
        name,
        samples: samples.size,
        average: meanOf(totals),
      })),
      questions: [...questions].map(([text, { YES, NO, NA }]) => ({ text, yes: YES, no: NO, na: NA })),
      agreement: agreementOf(
        [...pairs.values()].flatMap(([one, other]) => (one && other ? [[one, other] as const] : [])),
      ),
    };
  }

  private scoreOf(score: ScoreRecord, actor: Actor): QualityScore {
    const { inspectorId, by, at, total, answers, wordsEnc } = score;
    const words = JSON.parse(this.vault.open(wordsEnc)) as { marks: QualityMark[]; remark: string };
    const mine = inspectorId === actor.userId;
    return { by, at: at.toISOString(), total: Number(total), answers: answersOf(answers), ...words, mine };
  }
}

/** To an inspector who has yet to score, the other one's points say nothing. */
function rowFor(actor: Actor): Statement {
  const isBlind = sql`${actor.permissions.has('quality:score') ? 1 : 0} = 1 AND m.agent_id <> ${actor.userId}
    AND m.status IN ('WAITING', 'SCORED') AND COUNT(*) < ${MAX_INSPECTORS} AND SUM(q.inspector_id = ${actor.userId}) = 0`;
  return sql`
    m.id, m.call_id AS callId, m.day, h.requested_at AS callTime, m.agent_id AS agentId, u.name AS agentName,
    s.name AS sheetName, m.status,
    (SELECT IF(${isBlind}, NULL, AVG(q.total)) FROM quality_score q WHERE q.sample_id = m.id) AS total,
    (SELECT COUNT(*) FROM quality_score q WHERE q.sample_id = m.id) AS inspectors
    FROM quality_sample m JOIN phone_call h ON h.id = m.call_id JOIN user u ON u.id = m.agent_id
    JOIN quality_sheet s ON s.id = m.sheet_id`;
}

function viewOf({ userId }: Actor, view: QualitySamplesQuery['status']): Statement[] {
  if (view === undefined || view === 'ALL') return [];
  if (view !== 'OPEN') return [sql`m.status = ${view}`];
  return [sql`m.status IN ('WAITING', 'ANSWERED') AND m.agent_id <> ${userId}`];
}

function asRow(row: QualitySampleRow): QualitySampleRow {
  return { ...row, total: row.total === null ? null : Math.round(Number(row.total) * 10) / 10 };
}

/** MariaDB tells JSON as text, MySQL as what it means. */
function answersOf(answers: string | QualityAnswer[]): QualityAnswer[] {
  return typeof answers === 'string' ? (JSON.parse(answers) as QualityAnswer[]) : answers;
}

function meanOf(values: readonly number[]): number {
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10;
}

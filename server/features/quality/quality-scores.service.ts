import { Injectable } from '@nestjs/common';
import {
  MAX_INSPECTORS,
  questionsOf,
  totalOf,
  type QualityWord,
  type QualityScoring,
  type SampleState,
} from '../../../contract/supervision/quality.js';
import type { Actor } from '../../platform/auth/actor.js';
import { refuseIfTied } from '../../platform/auth/ties.js';
import { Vault } from '../../platform/crypto/vault.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { durationOf } from '../../domain/calls/call.rules.js';
import { samplesOf } from '../../domain/quality/quality.rules.js';

type Done = { id: number };
interface Sample {
  id: number;
  callId: number;
  agentId: number;
  institutionId: number;
  status: SampleState;
  questions: string;
  answeredAt: Date | null;
  endedAt: Date | null;
  /** Measured; null of a format that only players measure: the call's own length is the end. */
  durationMs: number | null;
}

/** Inspectors' scores of a call, and its collector's answer. */
@Injectable()
export class QualityScoresService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly vault: Vault,
  ) {}

  /**
   * @throws quality.notFound, quality.own, quality.scored, approval.tied, request.invalid, recording.beyondEnd,
   * request.reused
   */
  score(actor: Actor, { clientRequestId, ...scoring }: QualityScoring): Promise<Done> {
    const { sampleId, answers, marks, remark, corrects } = scoring;
    return this.uow.once(actor, ['quality.score', clientRequestId, scoring], async (tx) => {
      const sample = await lockSample(tx, actor, sampleId);
      if (sample.agentId === actor.userId) throw new AppError('quality.own');
      const [scores] = await tx.read<[{ inspectorId: number; at: Date; total: number }]>(sql`
        SELECT q.inspector_id AS inspectorId, q.at, q.total FROM quality_score q WHERE q.sample_id = ${sampleId}`);
      const mine = scores.find(({ inspectorId }) => inspectorId === actor.userId);
      const isFull = sample.status === 'ANSWERED' || scores.length >= MAX_INSPECTORS;
      const fits = mine ? mine.at.toISOString() === corrects : corrects === undefined && !isFull;
      if (!fits || sample.status === 'CLOSED') throw new AppError('quality.scored');
      const others = scores.flatMap(({ inspectorId }) => (inspectorId === actor.userId ? [] : [inspectorId]));
      await refuseIfTied(tx, actor.userId, sample.agentId, ...others);
      const questions = questionsOf(sample.questions);
      if (answers.length !== questions.length) throw fieldError('request.invalid', 'answers');
      if (marks.some(({ question }) => question >= questions.length))
        throw fieldError('request.invalid', 'marks');
      const seconds = sample.durationMs === null ? durationOf(sample) : sample.durationMs / 1_000;
      if (marks.some(({ second }) => second > seconds))
        throw fieldError('recording.beyondEnd', 'marks', { seconds: Math.floor(seconds) });
      const total = totalOf(questions, answers);
      const words = this.vault.seal(JSON.stringify({ marks, remark }));
      tx.write(sql`
        INSERT INTO quality_score (sample_id, inspector_id, total, answers, words_enc, at)
        VALUES (${sampleId}, ${actor.userId}, ${total}, ${JSON.stringify(answers)}, ${words}, ${tx.now})
        ON DUPLICATE KEY UPDATE total = VALUES(total), answers = VALUES(answers), words_enc = VALUES(words_enc),
          at = VALUES(at)`);
      if (mine) {
        tx.emit('quality.corrected', { ...refOf(sample), before: Number(mine.total), total });
        return { id: sampleId };
      }
      tx.write(sql`UPDATE quality_sample SET status = 'SCORED' WHERE id = ${sampleId}`);
      tx.emit('quality.scored', { ...refOf(sample), total });
      return { id: sampleId };
    });
  }

  /** By the collector of the call, once. @throws quality.notFound, quality.notOwn, quality.answered, request.reused */
  answer(actor: Actor, { clientRequestId, ...reply }: QualityWord): Promise<Done> {
    const { sampleId, text } = reply;
    return this.uow.once(actor, ['quality.answer', clientRequestId, reply], async (tx) => {
      const sample = await lockSample(tx, actor, sampleId);
      if (sample.agentId !== actor.userId) throw new AppError('quality.notOwn');
      if (sample.status !== 'SCORED') throw new AppError('quality.answered');
      tx.write(sql`
        UPDATE quality_sample SET status = 'ANSWERED', answer_enc = ${this.vault.seal(text)}, answered_at = ${tx.now}
        WHERE id = ${sampleId}`);
      tx.emit('quality.answered', refOf(sample));
      return { id: sampleId };
    });
  }

  /** By an inspector, never by the collector of the call. @throws quality.notFound, quality.own, quality.closed, approval.tied, request.reused */
  close(actor: Actor, { clientRequestId, ...closing }: QualityWord): Promise<Done> {
    const { sampleId, text } = closing;
    return this.uow.once(actor, ['quality.close', clientRequestId, closing], async (tx) => {
      const sample = await lockSample(tx, actor, sampleId);
      if (sample.agentId === actor.userId) throw new AppError('quality.own');
      if (sample.status !== 'ANSWERED') throw new AppError('quality.closed');
      await refuseIfTied(tx, actor.userId, sample.agentId);
      tx.write(sql`
        UPDATE quality_sample SET status = 'CLOSED', closing_enc = ${this.vault.seal(text)}, closed_by = ${actor.userId},
          closed_at = ${tx.now} WHERE id = ${sampleId}`);
      tx.emit('quality.closed', refOf(sample));
      return { id: sampleId };
    });
  }
}

async function lockSample(tx: Tx, actor: Actor, id: number): Promise<Sample> {
  const [[sample]] = await tx.read<[Sample]>(sql`
    SELECT m.id, m.call_id AS callId, m.agent_id AS agentId, m.institution_id AS institutionId, m.status, v.questions,
      h.answered_at AS answeredAt, h.ended_at AS endedAt,
      (SELECT r.duration_ms FROM recording_shape r WHERE r.call_id = m.call_id) AS durationMs
    FROM quality_sample m JOIN phone_call h ON h.id = m.call_id JOIN quality_sheet_version v ON v.sheet_id = m.sheet_id AND v.version = m.sheet_version
    WHERE m.id = ${id} AND ${samplesOf(actor)} FOR UPDATE`);
  if (!sample) throw new AppError('quality.notFound');
  return sample;
}

function refOf({ id, callId, agentId, institutionId }: Sample) {
  return { sampleId: id, callId, agentId, institutionId };
}

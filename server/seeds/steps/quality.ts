import { Injectable } from '@nestjs/common';
import type { QualityAnswer } from '../../../contract/supervision/quality.js';
import { QualityDrawsService } from '../../features/quality/quality-draws.service.js';
import { QualityScoresService } from '../../features/quality/quality-scores.service.js';
import { QualitySheetsService } from '../../features/quality/quality-sheets.service.js';
import { RecordingsService } from '../../features/recordings/recordings.service.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { actorOf, type SeedUser } from '../actors.js';
import type { SeededStaff } from './people.js';

const SHEET = {
  name: 'Trato y apego a las reglas',
  questions: [
    '2 ¿Se presentó con su nombre y el de la institución?',
    '3 ¿Confirmó con quién hablaba antes de mencionar el adeudo?',
    '3 ¿Habló con respeto durante toda la llamada?',
    '¿Explicó el saldo y las formas de pago?',
    '¿Acordó una fecha o un siguiente paso?',
  ].join('\n'),
  perDay: 2,
  minSeconds: 20,
  enabled: true,
};

interface Scored {
  answers: readonly QualityAnswer[];
  remark: string;
  mark: { question: number; second: number; text: string };
}
const SCORED: readonly Scored[] = [
  {
    answers: ['YES', 'YES', 'YES', 'YES', 'NO'],
    remark: 'Buen trato. Falta cerrar con una fecha concreta.',
    mark: { question: 4, second: 38, text: 'Se despide sin acordar nada.' },
  },
  {
    answers: ['YES', 'NO', 'YES', 'YES', 'YES'],
    remark: 'Mencionó el saldo antes de confirmar con quién hablaba.',
    mark: { question: 1, second: 9, text: 'Dice el monto a quien contestó.' },
  },
  {
    answers: ['NO', 'YES', 'YES', 'NA', 'YES'],
    remark: 'No dijo su nombre; lo demás, correcto.',
    mark: { question: 0, second: 3, text: 'Solo dice «buenas tardes».' },
  },
];
/** The question that two hear differently. */
const STERN = 4;
const ANSWER = 'Quedamos en que yo le llamaría el viernes; lo anoté en el caso al colgar.';
const NOTES: readonly [second: number, text: string][] = [
  [6, 'Saluda y confirma el nombre.'],
  [24, 'Pregunta por la forma de pago más cercana.'],
];

interface Sample {
  id: number;
  callId: number;
  agentId: number;
  /** The length of the call. */
  seconds: number;
}

/** A score sheet, yesterday's sample by the product's own draw, some of it scored by two, one result answered. */
@Injectable()
export class QualitySeed {
  constructor(
    private readonly database: Database,
    private readonly sheets: QualitySheetsService,
    private readonly draws: QualityDrawsService,
    private readonly scores: QualityScoresService,
    private readonly recordings: RecordingsService,
  ) {}

  async plant({ supervisors, admins, collectors }: SeededStaff): Promise<void> {
    const [supervisor, admin] = [supervisors[0]!, admins[0]!];
    const { institutionId } = supervisor;
    const clientRequestId = `demo-sheet-${institutionId}`;
    await this.sheets.save(actorOf(supervisor), { ...SHEET, institutionId, clientRequestId });
    await this.draws.draw();
    const samples = await this.database.rows<Sample>(sql`
      SELECT m.id, m.call_id AS callId, m.agent_id AS agentId,
        TIMESTAMPDIFF(SECOND, h.answered_at, h.ended_at) AS seconds
      FROM quality_sample m JOIN phone_call h ON h.id = m.call_id
      WHERE m.institution_id = ${institutionId} ORDER BY m.agent_id, m.id LIMIT ${String(SCORED.length)}`);
    for (const [index, sample] of samples.entries()) {
      await this.score(supervisor, sample, SCORED[index]!);
      if (index > 0) await this.score(admin, sample, sterner(SCORED[index]!));
      await this.note(supervisor, sample);
    }
    const [first] = samples;
    const collector = collectors.find(({ id }) => id === first?.agentId);
    if (!first || !collector) return;
    const reply = { sampleId: first.id, text: ANSWER, clientRequestId: `demo-answer-${first.id}` };
    await this.scores.answer(actorOf(collector), reply);
  }

  private async score(
    inspector: SeedUser,
    { id, seconds }: Sample,
    { answers, remark, mark }: Scored,
  ): Promise<void> {
    const clientRequestId = `demo-score-${id}-${inspector.id}`;
    const input = {
      sampleId: id,
      answers: [...answers],
      marks: [{ ...mark, second: Math.min(mark.second, seconds) }],
      remark,
    };
    await this.scores.score(actorOf(inspector), { ...input, clientRequestId });
  }

  private async note(author: SeedUser, { callId, seconds }: Sample): Promise<void> {
    for (const [wanted, text] of NOTES) {
      const second = Math.min(wanted, seconds);
      const clientRequestId = `demo-note-${callId}-${second}`;
      await this.recordings.addNote(actorOf(author), { callId, second, text, clientRequestId });
    }
  }
}

/** As another inspector heard it. */
function sterner({ answers, ...input }: Scored): Scored {
  return { ...input, answers: answers.map((answer, at) => (at === STERN ? 'NO' : answer)) };
}

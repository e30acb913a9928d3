import { describe, expect, it } from '@jest/globals';
import {
  questionsOf,
  totalOf,
  type QualityReport,
  type QualitySampleDetail,
  type QualitySampleRow,
  type QualitySamplesQuery,
  type QualitySheetVersion,
} from '../../../contract/supervision/quality.js';
import { startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import { QualityDrawsService } from '../../../server/features/quality/quality-draws.service.js';
import { agreementOf } from '../../../server/domain/quality/quality.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { createCallDesk, NOON, recordedCall } from '../calls/desk.js';
import { openCase, requestId, type DeskPerson } from '../cases/desk.js';

const YESTERDAY = '2026-11-17';
const QUESTIONS = '3 Says who calls\nAsks for a day\n2 Stays polite';

const { desk, workers } = useDesk(createCallDesk, { clock: NOON, workers: true });

const draw = () => workers.get(QualityDrawsService, { strict: false }).draw();
async function callOfYesterday(owner: DeskPerson, seconds = 60): Promise<number> {
  const callId = await recordedCall(desk, {
    caseId: await openCase(desk, owner),
    ownerId: desk.people[owner].id,
  });
  const at = new Date(startOfBusinessDay(YESTERDAY).getTime() + 12 * 3_600_000);
  await desk.api.rows(sql`
    UPDATE phone_call SET requested_at = ${at}, answered_at = ${at},
      ended_at = ${new Date(at.getTime() + seconds * 1000)} WHERE id = ${callId}`);
  return callId;
}
const sheet = (more: object = {}) => ({
  institutionId: desk.org.institutionId,
  ...{ name: 'Courtesy', questions: QUESTIONS, perDay: 2, minSeconds: 20, enabled: true },
  clientRequestId: requestId(),
  ...more,
});
const save = (more: object = {}, who: DeskPerson = 'supervisor') =>
  desk.as[who].post<{ id: number }>('quality/sheets', sheet(more));
const samples = async (who: DeskPerson = 'supervisor', status: QualitySamplesQuery['status'] = 'ALL') =>
  (await desk.as[who].get<Page<QualitySampleRow>>(`quality/samples?size=200&status=${status}`)).data.result;
const sample = async (id: number, who: DeskPerson = 'supervisor') =>
  (await desk.as[who].get<QualitySampleDetail>(`quality/sample/${id}`)).data;
const score = (
  who: DeskPerson,
  sampleId: number,
  answers: string[],
  marks: object[] = [],
  corrects?: string,
) =>
  desk.as[who].post('quality/score', {
    corrects,
    sampleId,
    answers,
    marks,
    remark: 'Fine',
    clientRequestId: requestId(),
  });

describe('the questions of a sheet', () => {
  it('are its lines, weighed by a first number, and make 100 points of what applies', () => {
    const questions = questionsOf(`${QUESTIONS}\n\n`);
    expect(questions).toEqual([
      { weight: 3, text: 'Says who calls' },
      { weight: 1, text: 'Asks for a day' },
      { weight: 2, text: 'Stays polite' },
    ]);
    expect(totalOf(questions, ['YES', 'NO', 'NA'])).toBe(75);
    expect(totalOf(questions, ['NA', 'NA', 'NA'])).toBe(100);
  });
});

describe('two inspectors', () => {
  it('agree by more than chance, or not', () => {
    expect(agreementOf([])).toEqual({ pairs: 0, same: null, kappa: null });
    expect(agreementOf([[['YES'], ['YES']]])).toEqual({ pairs: 1, same: 1, kappa: null });
    const { same, kappa } = agreementOf([
      [
        ['YES', 'YES', 'NO', 'NO'],
        ['YES', 'NO', 'NO', 'NO'],
      ],
    ]);
    expect(same).toBe(0.75);
    expect(kappa).toBeCloseTo(0.5);
  });
});

describe('a day’s sample', () => {
  it('is drawn by the sheet, once, and is judged by the questions it was drawn with', async () => {
    for (let n = 0; n < 3; n++) await callOfYesterday('collector');
    await callOfYesterday('colleague', 5);
    const { id } = (await save()).data;
    await draw();
    const drawn = await samples();
    expect(drawn).toHaveLength(2);
    expect(drawn[0]).toMatchObject({
      day: YESTERDAY,
      sheetName: 'Courtesy',
      status: 'WAITING',
      inspectors: 0,
      total: null,
    });
    await Promise.all([draw(), draw()]);
    expect(await samples()).toHaveLength(2);
    expect(await samples('collector')).toEqual([]);
    expect((await desk.as.collector.get(`quality/sample/${drawn[0]!.id}`)).code).toBe('21');
    expect((await save({ id, version: 1, questions: 'Another' })).code).toBe('00');
    expect((await save({ id, version: 1, questions: 'Late' })).code).toBe('23');
    expect((await sample(drawn[0]!.id)).questions).toHaveLength(3);
    expect((await save({ questions: '3 ' + 'x'.repeat(300) })).code).toBe('22');
    expect((await save({}, 'leader')).code).toBe('20');
  });

  it('is scored by two without seeing each other, never by oneself, and answered once', async () => {
    const [{ id }] = (await samples()) as [QualitySampleRow];
    expect((await score('collector', id, ['YES', 'YES', 'YES'])).code).toBe('20');
    expect((await score('supervisor', id, ['YES'])).code).toBe('22');
    const marks = [{ question: 2, second: 7, text: 'Raises the voice' }];
    const beyond = [{ ...marks[0], second: 86_000 }];
    expect(await score('supervisor', id, ['YES', 'YES', 'NO'], beyond)).toMatchObject({
      ...{ code: '22', message: expect.stringMatching(/^The recording ends after \d+ seconds$/) },
    });
    expect((await score('supervisor', id, ['YES', 'YES', 'NO'], marks)).code).toBe('00');
    expect((await score('supervisor', id, ['YES', 'YES', 'NO'])).code).toBe('23');
    const blind = await sample(id, 'leader');
    expect(blind).toMatchObject({ mayScore: true, scores: [], total: null });
    expect((await samples('leader')).find((row) => row.id === id)?.total).toBeNull();
    expect((await score('leader', id, ['YES', 'NO', 'NO'])).code).toBe('00');
    expect((await score('admin', id, ['YES', 'NO', 'NO'])).code).toBe('23');

    const own = await sample(id, 'collector');
    expect(own).toMatchObject({ status: 'SCORED', mayAnswer: true, mayScore: false, total: 58.4 });
    expect(own.scores[0]).toMatchObject({ total: 66.7, marks, remark: 'Fine', by: 'supervisor' });
    const reply = (who: DeskPerson) =>
      desk.as[who].post('quality/answer', {
        sampleId: id,
        text: 'The line was bad',
        clientRequestId: requestId(),
      });
    expect((await reply('supervisor')).code).toBe('20');
    expect((await reply('collector')).code).toBe('00');
    expect((await reply('collector')).code).toBe('23');
    expect((await sample(id)).answer).toEqual({ text: 'The line was bad', at: expect.any(String) });
    expect((await samples('supervisor', 'OPEN')).map((row) => row.id)).toContain(id);
    expect(await samples('collector', 'OPEN')).toEqual([]);

    const { data } = await desk.as.supervisor.get<QualityReport>(
      `quality/report?from=${YESTERDAY}&to=${YESTERDAY}`,
    );
    expect(data.people).toEqual([
      { agentId: desk.people.collector.id, name: 'collector', samples: 1, average: 58.4 },
    ]);
    expect(data.questions).toContainEqual({ text: 'Asks for a day', yes: 1, no: 1, na: 0 });
    expect(data.agreement).toMatchObject({ pairs: 1, same: 2 / 3 });
  });

  it('is corrected by its own inspector and closed by one, and is final then', async () => {
    const [{ id }] = (await samples('supervisor', 'ANSWERED')) as [QualitySampleRow];
    const { scores, mayCorrect, mayClose } = await sample(id);
    const own = scores.find(({ mine }) => mine)!;
    expect({ own, mayCorrect, mayClose }).toMatchObject({
      ...{ own: { by: 'supervisor', total: 66.7 }, mayCorrect: true, mayClose: true },
    });
    expect(await sample(id, 'collector')).toMatchObject({ mayCorrect: false, mayClose: false });
    const correct = (who: DeskPerson, corrects: string) => score(who, id, ['YES', 'YES', 'NA'], [], corrects);
    expect((await correct('leader', own.at)).code).toBe('23');
    expect((await correct('admin', own.at)).code).toBe('23');
    expect((await correct('supervisor', own.at)).code).toBe('00');
    expect((await correct('supervisor', own.at)).code).toBe('23');
    expect(await sample(id, 'collector')).toMatchObject({ total: 75, status: 'ANSWERED' });
    const [corrected] = await desk.api.rows<{ payload: string }>(sql`
      SELECT JSON_VALUE(payload, '$.before') AS payload FROM domain_event WHERE name = 'quality.corrected'`);
    expect(Number(corrected!.payload)).toBe(66.7);

    const close = (who: DeskPerson) =>
      desk.as[who].post('quality/close', { sampleId: id, text: 'Heard again', clientRequestId: requestId() });
    expect((await close('collector')).code).toBe('20');
    expect((await close('otherLeader')).code).toBe('21');
    expect((await close('leader')).code).toBe('00');
    expect((await close('supervisor')).code).toBe('23');
    expect(await sample(id, 'collector')).toMatchObject({
      ...{ status: 'CLOSED', closing: { text: 'Heard again', by: 'leader' } },
    });
    const newest = (await sample(id)).scores.find(({ mine }) => mine)!;
    expect((await correct('supervisor', newest.at)).code).toBe('23');
  });

  it('keeps the questions of each version of its sheet readable, with how many calls they judge', async () => {
    const [{ sheetId }] = (await desk.api.rows<{ sheetId: number }>(sql`
      SELECT sheet_id AS sheetId FROM quality_sample ORDER BY id LIMIT 1`)) as [{ sheetId: number }];
    const versions = (who: DeskPerson) =>
      desk.as[who].get<QualitySheetVersion[]>(`quality/sheet/${sheetId}/versions`);
    expect((await versions('supervisor')).data).toMatchObject([
      { version: 2, questions: 'Another' },
      { version: 1, questions: QUESTIONS, samples: 2 },
    ]);
    expect((await versions('otherAdmin')).code).toBe('21');
    expect((await versions('leader')).code).toBe('20');
  });

  it('of a leader’s own call is scored by another one', async () => {
    await callOfYesterday('leader');
    await draw();
    const own = (await samples()).find(({ agentId }) => agentId === desk.people.leader.id)!;
    expect((await score('leader', own.id, ['YES'])).code).toBe('20');
    expect((await samples('leader')).map(({ id }) => id)).toContain(own.id);
    expect((await sample(own.id, 'leader')).mayScore).toBe(false);
  });

  it('is not scored by who is tied to its collector, or to the one who scored it first', async () => {
    const tie = (maker: DeskPerson, of: DeskPerson) =>
      desk.api.rows(sql`
        INSERT INTO domain_event (name, subject_type, subject_id, actor_id, payload, effective_at, recorded_at)
        VALUES ('user.passwordReset', 'user', ${desk.people[of].id}, ${desk.people[maker].id}, '{}', ${new Date(NOON)},
          ${new Date(NOON)})`);
    const refused = { code: '20', message: expect.stringMatching(/^This takes two people/) };
    await callOfYesterday('colleague');
    await save({ name: 'Of the colleague', perDay: 50 });
    await draw();
    const { id } = (await samples()).find(({ agentId }) => agentId === desk.people.colleague.id)!;
    const { questions } = await sample(id);
    const answers = questions.map(() => 'YES');
    await tie('leader', 'colleague');
    expect(await score('leader', id, answers)).toMatchObject(refused);
    expect((await score('supervisor', id, answers)).code).toBe('00');
    await tie('supervisor', 'admin');
    expect(await score('admin', id, answers)).toMatchObject(refused);
    expect(await sample(id)).toMatchObject({ status: 'SCORED', scores: [{ by: 'supervisor' }] });
  });

  it.each(['stranger', 'otherLeader', 'otherAdmin'] as const)('does not exist for the %s', async (who) => {
    const [{ id }] = (await samples()) as [QualitySampleRow];
    expect(await samples(who)).toEqual([]);
    expect((await desk.as[who].get(`quality/sample/${id}`)).code).toBe('21');
    expect((await score(who, id, ['YES', 'YES', 'YES'])).code).toMatch(/^2[01]$/);
  });
});

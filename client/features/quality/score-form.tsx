import '../../ui/pressed-choice.css';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  QUALITY_ANSWERS,
  type QualitySampleDetail,
  type QualityScore,
  totalOf,
} from '../../../contract/supervision/quality';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import { MarkInputs } from './mark-inputs';
import { useScoreCallMutation } from './quality-api';
import { useScoreDraft } from './score-draft';

interface ScoreFormProps {
  sample: QualitySampleDetail;
  /** Where the player stands: a mark is set there. */
  second: number;
  onGo: (second: number) => void;
  /** The viewer's own score, which this one replaces. */
  corrected?: QualityScore | undefined;
  onEnd?: () => void;
}

/** An answer to each question, with marks at the second of the recording that shows it. */
export function ScoreForm({ sample, second, onGo, corrected, onEnd }: ScoreFormProps) {
  const { id, questions } = sample;
  const { t } = useTranslation(['quality', 'common']);
  const { draft, edit, drop } = useScoreDraft(id, corrected);
  const { answers, marks, remark } = draft;
  const [score, { isLoading }] = useScoreCallMutation();
  const end = () => {
    drop();
    onEnd?.();
  };
  const given = questions.flatMap((_, at) => answers[at] ?? []);
  const count = given.length;
  const total = totalOf(
    questions,
    questions.map((_, at) => answers[at] ?? 'NA'),
  );
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (count < questions.length || isLoading) return;
    const written = marks.filter(({ text }) => text.trim() !== '');
    const scoring = { sampleId: id, answers: given, marks: written, remark, clientRequestId: newRequestId() };
    const { error } = await score({ ...scoring, ...(corrected && { corrects: corrected.at }) });
    if (!error) end();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <ol className="quality-questions">
        {questions.map(({ text, weight }, at) => (
          <li key={text}>
            <p id={`question-${at}`}>
              {text} <span className="muted">×{weight}</span>
            </p>
            <div className="pressed-choice" role="group" aria-labelledby={`question-${at}`}>
              {QUALITY_ANSWERS.map((answer) => (
                <button
                  key={answer}
                  type="button"
                  aria-pressed={answers[at] === answer}
                  onClick={() => edit({ answers: { ...answers, [at]: answer } })}
                >
                  {t(`quality:answer.${answer}`)}
                </button>
              ))}
            </div>
            <MarkInputs
              question={at}
              {...{ text, marks, second, onGo }}
              onChange={(next) => edit({ marks: next })}
            />
          </li>
        ))}
      </ol>
      <label className="quality-remark">
        {t('quality:remark')}
        <textarea
          value={remark}
          maxLength={1_000}
          onChange={({ target }) => edit({ remark: target.value })}
        />
      </label>
      <p className="quality-acts">
        <Button
          type="submit"
          primary
          busy={isLoading}
          against={count < questions.length ? t('quality:unanswered') : null}
        >
          {t('quality:score')}
        </Button>
        {corrected && <Button onClick={end}>{t('common:action.cancel')}</Button>}
        <output className="figure">
          {t('quality:running', { answered: count, questions: questions.length, total })}
        </output>
      </p>
    </form>
  );
}

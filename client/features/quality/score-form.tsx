import '../../ui/pressed-choice.css';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  QUALITY_ANSWERS,
  type QualityAnswer,
  type QualityMark,
  type QualitySampleDetail,
} from '../../../contract/supervision/quality';
import { minutes } from '../../lib/format';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import { useScoreCallMutation } from './quality-api';

interface ScoreFormProps {
  sample: QualitySampleDetail;
  /** Where the player stands: a mark is set there. */
  second: number;
}

/** An answer to each question, with marks at the second of the recording that shows it. */
export function ScoreForm({ sample: { id, questions }, second }: ScoreFormProps) {
  const { t } = useTranslation('quality');
  const [answers, setAnswers] = useState<Record<number, QualityAnswer>>({});
  const [marks, setMarks] = useState<QualityMark[]>([]);
  const [remark, setRemark] = useState('');
  const [score, { isLoading }] = useScoreCallMutation();
  const given = questions.flatMap((_, at) => answers[at] ?? []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (given.length < questions.length || isLoading) return;
    void score({ sampleId: id, answers: given, marks, remark, clientRequestId: newRequestId() });
  };
  return (
    <form onSubmit={submit}>
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
                  onClick={() => setAnswers({ ...answers, [at]: answer })}
                >
                  {t(`quality:answer.${answer}`)}
                </button>
              ))}
            </div>
            <Mark
              label={t('quality:mark', { time: minutes(second), question: text })}
              onSet={(text) => setMarks([...marks, { question: at, second, text }])}
            />
            {marks
              .filter(({ question }) => question === at)
              .map((mark) => (
                <p key={`${mark.second} ${mark.text}`} className="muted">
                  <span className="figure">{minutes(mark.second)}</span> {mark.text}
                </p>
              ))}
          </li>
        ))}
      </ol>
      <label className="quality-remark">
        {t('quality:remark')}
        <textarea value={remark} maxLength={1_000} onChange={({ target }) => setRemark(target.value)} />
      </label>
      <Button
        type="submit"
        primary
        busy={isLoading}
        against={given.length < questions.length ? t('quality:unanswered') : null}
      >
        {t('quality:score')}
      </Button>
    </form>
  );
}

/** Enter sets it; it does not send the score. */
function Mark({ label, onSet }: { label: string; onSet: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <input
      className="quality-mark"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={300}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        if (text.trim() === '') return;
        onSet(text.trim());
        setText('');
      }}
    />
  );
}

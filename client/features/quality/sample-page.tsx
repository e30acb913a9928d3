import './quality.css';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { QualitySampleDetail } from '../../../contract/supervision/quality';
import { useRecordingQuery } from '../../domain/recordings/recordings-api';
import { formatStamp, minutes } from '../../lib/format';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Time } from '../../ui/dates/time';
import { useAnswerScoreMutation, useCloseScoreMutation, useQualitySampleQuery } from './quality-api';
import { ScoreForm } from './score-form';
import { WordForm } from './word-form';

const Player = lazy(() => import('../../domain/recordings/player'));

/** One call that was drawn: heard, scored, and answered by its collector. */
export function Component() {
  const id = Number(useParams()['id']);
  const { t } = useTranslation('quality');
  const { data, error, refetch } = useQualitySampleQuery(id);
  return (
    <div className="page">
      <BackLink to="/quality" label={t('quality:list.title')} />
      {data ? (
        <Sample sample={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={10} />
      )}
    </div>
  );
}

function Sample({ sample }: { sample: QualitySampleDetail }) {
  const { t } = useTranslation(['quality', 'recordings']);
  const { id, callId, callTime, agentName, sheetName, total, answer, closing } = sample;
  const { data: recording } = useRecordingQuery(callId);
  const [second, setSecond] = useState(0);
  const [goTo, setGoTo] = useState<{ second: number } | null>(null);
  const go = (at: number) => setGoTo({ second: at });
  const [correcting, setCorrecting] = useState(false);
  const [answerIt, answering] = useAnswerScoreMutation();
  const [closeIt, closes] = useCloseScoreMutation();
  const mine = sample.scores.find((score) => score.mine);
  return (
    <>
      <PageHeader
        title={t('quality:one', { name: agentName, time: formatStamp(callTime) })}
        beside={
          <>
            <span>{sheetName}</span>
            {total !== null && <strong className="figure">{t('quality:points', { total })}</strong>}
          </>
        }
      />
      {recording?.sound ? (
        <Suspense fallback={<div className="player" />}>
          <Player
            callId={callId}
            sound={recording.sound}
            label={t('recordings:of', { time: formatStamp(callTime) })}
            goTo={goTo}
            onTime={setSecond}
          />
        </Suspense>
      ) : (
        recording && <p className="muted">{t(`recordings:state.${recording.state}`)}</p>
      )}
      {sample.mayScore && <ScoreForm sample={sample} second={second} onGo={go} />}
      {sample.scores.length > 0 && <Scores sample={sample} onSecond={go} />}
      {sample.mayCorrect &&
        (correcting ? (
          <ScoreForm
            sample={sample}
            second={second}
            onGo={go}
            corrected={mine}
            onEnd={() => setCorrecting(false)}
          />
        ) : (
          <Button onClick={() => setCorrecting(true)}>{t('quality:correct')}</Button>
        ))}
      {answer && (
        <section>
          <h2>{t('quality:reply.title', { name: agentName })}</h2>
          <p>{answer.text}</p>
          <p className="muted">
            <Time value={answer.at} />
          </p>
        </section>
      )}
      {closing && (
        <section>
          <h2>{t('quality:close.title', { name: closing.by })}</h2>
          <p>{closing.text}</p>
          <p className="muted">
            <Time value={closing.at} />
          </p>
        </section>
      )}
      {sample.mayAnswer && (
        <WordForm
          sampleId={id}
          label={t('quality:reply.own')}
          act={t('quality:reply.send')}
          busy={answering.isLoading}
          send={answerIt}
        />
      )}
      {sample.mayClose && (
        <WordForm
          sampleId={id}
          label={t('quality:close.own')}
          act={t('quality:close.send')}
          busy={closes.isLoading}
          send={closeIt}
        />
      )}
    </>
  );
}

function Scores({ sample, onSecond }: { sample: QualitySampleDetail; onSecond: (second: number) => void }) {
  const { t } = useTranslation('quality');
  return (
    <>
      <table className="quality-table">
        <thead>
          <tr>
            <th>{t('quality:report.question')}</th>
            {sample.scores.map(({ by, total }) => (
              <th key={by}>
                {by} · {total}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.questions.map(({ text, weight }, at) => (
            <tr key={text}>
              <td>
                {text} <span className="muted">×{weight}</span>
              </td>
              {sample.scores.map(({ by, answers }) => (
                <td key={by}>{t(`quality:answer.${answers[at]}`)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="quality-marks">
        {sample.scores.flatMap(({ by, marks, remark }) => [
          ...(remark ? [<li key={by}>{t('quality:said', { by, remark })}</li>] : []),
          ...marks.map(({ second, text, question }) => (
            <li key={`${by} ${second} ${question} ${text}`}>
              <Button small className="figure" onClick={() => onSecond(second)}>
                {minutes(second)}
              </Button>{' '}
              {sample.questions[question]?.text}: {text} <span className="muted">{by}</span>
            </li>
          )),
        ])}
      </ul>
    </>
  );
}

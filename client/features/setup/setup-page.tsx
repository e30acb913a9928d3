import './setup.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  SKIPPABLE_STEPS,
  type SetupState,
  type SetupStep,
  type SkippableStep,
} from '../../../contract/administration/setup';
import { useCurrentUserQuery } from '../../api/session-api';
import { Button } from '../../ui/button';
import { ActionDialog } from '../../ui/list-page/action-dialog';
import { PageHeader } from '../../ui/page-header';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { useResumeStepMutation, useSetupStepsQuery, useSkipStepMutation } from './setup-api';
import { isOver, screenOf } from './setup-screens';

const REASON = [{ name: 'reason', most: 200 }] as const;
const SKIPPABLE: readonly SetupStep[] = SKIPPABLE_STEPS;

/** From an account and nothing else to the first call: what has to be made, in order, each ticked when it is there. */
export function Component() {
  const { t } = useTranslation('setup');
  const { data, error, refetch } = useSetupStepsQuery();
  const done = data?.filter(isOver).length;
  const next = data?.find((state) => !isOver(state));
  return (
    <div className="page">
      <PageHeader title={t('setup:title')} beside={data && t('setup:progress', { done, all: data.length })} />
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={11} />)}
      {data && !next && <EmptyState title={t('setup:complete')} hint={t('setup:completeHint')} />}
      <ol className="setup-steps">
        {data?.map((state) => (
          <Step key={state.step} state={state} isNext={state === next} />
        ))}
      </ol>
    </div>
  );
}

function Step({ state, isNext }: { state: SetupState; isNext: boolean }) {
  const { t } = useTranslation('setup');
  const { data: me } = useCurrentUserQuery();
  const { step, done, gap, skipped } = state;
  const isSkipped = !done && skipped !== null;
  const word = done ? 'done' : isSkipped ? 'skipped' : isNext ? 'next' : 'open';
  return (
    <li data-step={step} data-done={done} data-skipped={isSkipped} aria-current={isNext ? 'step' : undefined}>
      <Tag tone={done ? 'good' : isNext ? 'info' : 'muted'}>{t(`setup:mark.${word}`)}</Tag>
      <div>
        <Link to={screenOf(state, me?.institutionId)}>{t(`setup:step.${step}.title`)}</Link>
        <p className="muted">{t(`setup:step.${step}.hint`)}</p>
        {gap && <p className="setup-gap">{t(`setup:gap.${gap}`)}</p>}
        {isSkipped && <p>{t('setup:because', { reason: skipped.reason, by: skipped.by })}</p>}
      </div>
      {!done && SKIPPABLE.includes(step) && <Skip step={step as SkippableStep} isSkipped={isSkipped} />}
    </li>
  );
}

function Skip({ step, isSkipped }: { step: SkippableStep; isSkipped: boolean }) {
  const { t } = useTranslation('setup');
  const [skip] = useSkipStepMutation();
  const [resume, { isLoading }] = useResumeStepMutation();
  const [isAsking, setAsking] = useState(false);
  const about = t(`setup:step.${step}.title`);
  if (isSkipped)
    return (
      <Button
        small
        busy={isLoading}
        aria-label={t('setup:resume', { step: about })}
        onClick={() => void resume({ step })}
      >
        {t('setup:needed')}
      </Button>
    );
  return (
    <>
      <Button small aria-label={t('setup:skip', { step: about })} onClick={() => setAsking(true)}>
        {t('setup:notNeeded')}
      </Button>
      {isAsking && (
        <ActionDialog
          title={t('setup:skip', { step: about })}
          label={t('setup:notNeeded')}
          danger={false}
          words="setup"
          needs={REASON}
          about={null}
          submit={async ({ reason = '' }) => (await skip({ step, reason })).error}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

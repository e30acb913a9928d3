import './setup.css';
import { Link } from 'react-router';
import type { SetupStep } from '../../../contract/setup';
import { useWords } from '../../i18n/use-words';
import { PageHeader } from '../../ui/page-header';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { useSetupStepsQuery } from './setup-api';

const SCREENS: Record<SetupStep, string> = {
  institution: '/institutionalManagement/institutions',
  group: '/institutionalManagement/institutions',
  queue: '/addQueue',
  indicator: '/add/indicator',
  product: '/add/product',
  template: '/add/template',
  limits: '/settings/messageLimits',
  phone: '/add/softPhone',
  user: '/add/user',
  schedule: '/seatingSchedule',
  import: '/imports',
};

/** From an account and nothing else to the first call: what has to be made, in order, each ticked when it is there. */
export function Component() {
  const { t } = useWords('setup');
  const { data, error, refetch } = useSetupStepsQuery();
  const done = data?.filter((state) => state.done).length;
  return (
    <div className="page">
      <PageHeader title={t('setup:title')} beside={data && t('setup:progress', { done, all: data.length })} />
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={11} />)}
      {done === data?.length && data && <EmptyState title={t('setup:complete')} />}
      <ol className="setup-steps">
        {data?.map((state) => (
          <li key={state.step} data-step={state.step} data-done={state.done}>
            <Tag tone={state.done ? 'good' : 'muted'}>{t(state.done ? 'setup:done' : 'setup:open')}</Tag>
            <div>
              <Link to={SCREENS[state.step]}>{t(`setup:step.${state.step}.title`)}</Link>
              <p className="muted">{t(`setup:step.${state.step}.hint`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

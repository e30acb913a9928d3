import './setup.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SetupState, SetupStep } from '../../../contract/administration/setup';
import { useCurrentUserQuery } from '../../api/session-api';
import { PageHeader } from '../../ui/page-header';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { useSetupStepsQuery } from './setup-api';

/** Where the first of its kind is made, and where those that are there are seen. */
const SCREENS: Record<Exclude<SetupStep, 'institution' | 'group'>, readonly [make: string, see: string]> = {
  administrator: ['/users', '/users'],
  queue: ['/addQueue', '/queue'],
  indicator: ['/add/indicator', '/indicators'],
  product: ['/add/product', '/products'],
  template: ['/add/template', '/templates'],
  limits: ['/settings/messageLimits', '/settings/messageLimits'],
  phone: ['/add/softPhone', '/softPhone'],
  user: ['/add/user', '/users'],
  schedule: ['/seatingSchedule', '/seatingSchedule'],
  import: ['/imports', '/imports'],
  handOut: ['/queue', '/queue'],
};

/** From an account and nothing else to the first call: what has to be made, in order, each ticked when it is there. */
export function Component() {
  const { t } = useTranslation('setup');
  const { data, error, refetch } = useSetupStepsQuery();
  const done = data?.filter((state) => state.done).length;
  const next = data?.find((state) => !state.done);
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
  const { step, done, gap } = state;
  const own = `/institutionalManagement/institution/${me?.institutionId}`;
  const isThere = done || gap !== null;
  const to = step === 'institution' || step === 'group' ? own : SCREENS[step][isThere ? 1 : 0];
  const tone = done ? 'good' : isNext ? 'info' : 'muted';
  return (
    <li data-step={step} data-done={done} aria-current={isNext ? 'step' : undefined}>
      <Tag tone={tone}>{t(done ? 'setup:done' : isNext ? 'setup:next' : 'setup:open')}</Tag>
      <div>
        <Link to={to}>{t(`setup:step.${step}.title`)}</Link>
        <p className="muted">{t(`setup:step.${step}.hint`)}</p>
        {gap && <p className="setup-gap">{t(`setup:gap.${gap}`)}</p>}
      </div>
    </li>
  );
}

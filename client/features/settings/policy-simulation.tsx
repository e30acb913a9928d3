import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ContactPolicy, ComplianceRule } from '../../../contract/contact/contact-compliance';
import type {
  PolicyTrial,
  SimulationExample,
  SimulationResult,
} from '../../../contract/contact/policy-simulation';
import { useLanguage } from '../../i18n/use-language';
import { formatCount } from '../../lib/format';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import type { FormState } from '../../ui/entity-form/use-form-state';
import { differences } from '../../ui/entity-form/fields';
import { policyValues } from '../../domain/settings/policy-fields';
import { nested } from '../../ui/entity-form/values';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Time } from '../../ui/dates/time';
import { type OfInstitution, useAskPolicySimulationMutation, usePolicySimulationQuery } from './settings-api';

/** Acts that the draft would have refused and allowed in the last 30 days. */
export function PolicySimulation({ draft: form, of }: { draft: FormState; of: OfInstitution }) {
  const { t } = useTranslation(['settings', 'guard']);
  const language = useLanguage();
  const { data: simulation, error, refetch } = usePolicySimulationQuery(of);
  const [ask, { isLoading }] = useAskPolicySimulationMutation();
  const isRunning = simulation?.status === 'WAITING' || simulation?.status === 'RUNNING';
  const isOther =
    simulation && differences(form.fields, policyValues(simulation.policy), form.values).length > 0;
  const policy = () => nested(form.values) as ContactPolicy;
  const far = {
    done: formatCount(simulation?.done, language),
    total: formatCount(simulation?.total, language),
  };
  return (
    <section className="card" aria-label={t('settings:lab.title')}>
      <header className="card-head">
        <h2>{t('settings:lab.title')}</h2>
        <Button
          small
          busy={isLoading}
          disabled={Object.keys(form.problems).length > 0 || (isRunning && !isOther)}
          onClick={() => void ask({ ...of, policy: policy(), clientRequestId: newRequestId() })}
        >
          {t('settings:lab.ask')}
        </Button>
      </header>
      <p className="muted">{t('settings:lab.hint')}</p>
      {simulation === undefined &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={2} />)}
      <div role="status">
        {isRunning && (
          <p>
            {t('settings:lab.running', far)} <progress value={simulation.done} max={simulation.total || 1} />
          </p>
        )}
        {simulation?.status === 'FAILED' && <p>{t('settings:lab.failed')}</p>}
        {simulation?.result && isOther && <p className="tag tag-warn">{t('settings:lab.other')}</p>}
      </div>
      {simulation?.result && <Result result={simulation.result} />}
    </section>
  );
}

/** A replay's sums: of the days' decisions, those that would be refused and allowed. */
export function PolicyTrialLine({
  trial: { from, to, decisions, refused, allowed },
}: {
  trial: PolicyTrial;
}) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  return (
    <>
      <p className="muted">
        <Time value={from} /> – <Time value={to} />
      </p>
      <p>
        {t('settings:lab.proposed', {
          refused: formatCount(refused, language),
          allowed: formatCount(allowed, language),
          decisions: formatCount(decisions, language),
        })}
      </p>
    </>
  );
}

function Result({ result: { from, to, decisions, inForce, proposed } }: { result: SimulationResult }) {
  const { t } = useTranslation(['settings', 'guard']);
  const language = useLanguage();
  const number = (count: number) => formatCount(count, language);
  const { refused: refusals, allowed: permissions } = proposed;
  return (
    <>
      <PolicyTrialLine trial={{ from, to, decisions, refused: refusals, allowed: permissions }} />
      {proposed.rules.map(({ rule, refused, allowed, examples }) => (
        <Line
          key={rule}
          head={t(`guard:rule.${rule}`)}
          count={t('settings:lab.rule', { refused: number(refused), allowed: number(allowed) })}
          examples={examples}
        />
      ))}
      <p>
        {t('settings:lab.reproduced', {
          version: inForce.version,
          reproduced: number(inForce.reproduced),
          decisions: number(decisions),
        })}
      </p>
      {inForce.differences.map(({ cause, count, examples }) => (
        <Line key={cause} head={t(`settings:lab.cause.${cause}`)} count={number(count)} examples={examples} />
      ))}
    </>
  );
}

function Line({
  head,
  count,
  examples,
}: {
  head: string;
  count: ReactNode;
  examples: readonly SimulationExample[];
}) {
  const { t } = useTranslation(['settings', 'guard']);
  return (
    <details className="setting-version">
      <summary>
        {head} <span className="figure">{count}</span>
      </summary>
      <ul className="setting-examples">
        {examples.map(({ taskId, loanId, at, channel, then, instead }) => (
          <li key={`${taskId} ${at} ${channel}`}>
            <Link to={`/task/${taskId}/${encodeURIComponent(loanId)}`}>{loanId}</Link> <Time value={at} />{' '}
            {t(`guard:channel.${channel}`)}: {decided(then, t)} → {decided(instead, t)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function decided(rules: readonly ComplianceRule[], t: TFunction): string {
  if (rules.length === 0) return t('guard:receipts.allowed');
  return `${t('guard:receipts.refused')} (${rules.map((rule) => t(`guard:rule.${rule}`)).join(', ')})`;
}

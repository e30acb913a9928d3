import { useTranslation } from 'react-i18next';
import type { CaseState } from '../../../contract/cases/timeline';
import { Button } from '../../ui/button';
import { Money } from '../../ui/money';
import { CaseStatusTag } from '../../domain/cases/status-tags';
import { Day } from '../../ui/dates/time';
import { DateInput } from '../../ui/dates/date-input';
import { endOfMinute } from './moments';

interface AsOfProps {
  /** ISO 8601; null is now. */
  asOf: string | null;
  /** Undefined while it is fetched; null before the case was opened. */
  state: CaseState | null | undefined;
  onChoose: (moment: string | null) => void;
}

export function AsOf({ asOf, state, onChoose }: AsOfProps) {
  const { t } = useTranslation('timeline');
  return (
    <div className={asOf ? 'as-of as-of-on' : 'as-of'}>
      <div className="as-of-field">
        <span className="muted">{t('timeline:as-of.label')}</span>
        <DateInput
          kind="moment"
          label={t('timeline:as-of.label')}
          value={asOf}
          max={endOfMinute(new Date().toISOString())}
          onChange={(moment) => onChoose(moment && endOfMinute(moment))}
        />
      </div>
      {asOf && (
        <Button small onClick={() => onChoose(null)}>
          {t('timeline:as-of.now')}
        </Button>
      )}
      {asOf && (
        <div className="as-of-state" role="status">
          {state === null ? t('timeline:as-of.not-yet') : state && <State state={state} />}
        </div>
      )}
    </div>
  );
}

function State({ state }: { state: CaseState }) {
  const { t } = useTranslation('timeline');
  return (
    <dl className="as-of-facts">
      <div>
        <dt className="muted">{t('timeline:as-of.status')}</dt>
        <dd>
          <CaseStatusTag status={state.status} />
        </dd>
      </div>
      <div>
        <dt className="muted">{t('timeline:as-of.owner')}</dt>
        <dd>{state.ownerName ?? '—'}</dd>
      </div>
      <div>
        <dt className="muted">{t('timeline:as-of.due')}</dt>
        <dd>
          <Money value={state.amountDue} />
        </dd>
      </div>
      <div>
        <dt className="muted">{t('timeline:as-of.promise')}</dt>
        <dd>
          {state.promise ? (
            <>
              <Money value={state.promise.amount} /> · <Day value={state.promise.dueDate} short />
            </>
          ) : (
            '—'
          )}
        </dd>
      </div>
    </dl>
  );
}

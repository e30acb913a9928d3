import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CaseStatusTag } from '../../domain/cases/status-tags';
import { Time } from '../../ui/dates/time';
import type { ShownEntry } from './calls';
import { FactValue, FEATURES, shownFacts } from './timeline-facts';
import { KindIcon } from './kind-icon';

/** @param about what it was about, where that is not said by the page */
export function Entry({ entry, about }: { entry: ShownEntry; about?: ReactNode }) {
  const { t } = useTranslation(FEATURES);
  const { kind, name, actor, before, after, steps } = entry;
  const late = Math.abs(Date.parse(entry.recordedAt) - Date.parse(entry.effectiveAt)) > 60_000;
  const changed = after && after !== before ? after : null;
  return (
    <li className={`timeline-entry timeline-${kind}`}>
      <KindIcon kind={kind} />
      <div className="timeline-body">
        <p className="timeline-line">
          <strong>{t(steps ? 'timeline:call.title' : `timeline:event.${name}`)}</strong>
          {about}
          {changed && (
            <span className="timeline-change">
              {before && (
                <>
                  <CaseStatusTag status={before} /> <span aria-hidden="true">→</span>{' '}
                </>
              )}
              <CaseStatusTag status={changed} />
            </span>
          )}
          <span className="muted timeline-by">
            {actor ?? t('timeline:system')} · <Time value={entry.recordedAt} />
          </span>
        </p>
        <dl className="timeline-facts">
          {Object.entries(entry.people).map(([role, person]) => (
            <div key={role}>
              <dt>{t(`timeline:person.${role}`)}</dt>
              <dd>{person}</dd>
            </div>
          ))}
          {shownFacts(entry).map(([fact, value]) => (
            <div key={fact}>
              <dt>{t(`timeline:fact.${fact}`, { defaultValue: fact })}</dt>
              <dd className="figure">
                <FactValue event={name} fact={fact} value={value} />
              </dd>
            </div>
          ))}
          {late && (
            <div>
              <dt>{t('timeline:effective')}</dt>
              <dd>
                <Time value={entry.effectiveAt} />
              </dd>
            </div>
          )}
        </dl>
        {steps && (
          <details className="timeline-steps">
            <summary>{t('timeline:call.steps', { count: steps.length })}</summary>
            <ol className="timeline-list">
              {steps.map((step) => (
                <Entry key={step.id} entry={step} />
              ))}
            </ol>
          </details>
        )}
      </div>
    </li>
  );
}

import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOpen } from '../../../../contract/codes';
import type { CaseInfo, PromiseRow } from '../../../../contract/cases/cases';
import { isPlain } from '../../../lib/format';
import { CopyButton } from '../../../ui/copy-button';
import { Money } from '../../../ui/money';
import {
  CallResultText,
  CaseStatusTag,
  LoanStatusTag,
  PromiseStatusTag,
} from '../../../domain/cases/status-tags';
import { Day, Time } from '../../../ui/dates/time';
import { useCaseParts } from './case-parts';

export function CaseWho({ info }: { info: CaseInfo }) {
  const { t } = useTranslation(['case', 'codes']);
  const flash = useFlash(info.version);
  const parts = useCaseParts();
  const promise = info.promises.find(({ status }) => status === 'OPEN') ?? info.promises[0];
  return (
    <section className="case-panel case-who" aria-label={t('case:who.label')}>
      <h2 className="case-name">{info.borrowerName}</h2>
      <Number label={t('case:fact.phone')} value={info.borrower.phone}>
        {parts.number.map((Part, index) => (
          <Suspense key={index}>
            <Part info={info} />
          </Suspense>
        ))}
      </Number>
      {info.borrower.homePhone && (
        <Number label={t('case:fact.home-phone')} value={info.borrower.homePhone} />
      )}
      <Number label={t('case:fact.loan')} value={info.loanId} />
      <div key={flash} className={flash > 0 ? 'case-due case-flash' : 'case-due'}>
        <span className="case-label">{t('case:fact.due')}</span>
        <strong className="case-amount">
          <Money value={info.amount} />
        </strong>
        <p className="case-chips">
          {isOpen(info.status) && (
            <span className="case-dpd figure">{t('case:who.days', { count: info.penaltyDay })}</span>
          )}
          <CaseStatusTag status={info.status} />
          <LoanStatusTag status={info.loanStatus} />
        </p>
        {info.notYetDueAmount > 0 && (
          <p className="case-later">
            <span className="case-label">{t('case:who.not-yet-due')}</span>{' '}
            <Money value={info.notYetDueAmount} />
          </p>
        )}
        {info.receivableAmount > 0 && (
          <p className="case-later">
            <span className="case-label">{t('case:who.receivable')}</span>{' '}
            <Money value={info.receivableAmount} />
          </p>
        )}
        {info.acceleratedOn && (
          <p className="case-later">
            {t('case:who.accelerated')} <Day value={info.acceleratedOn} />
          </p>
        )}
        {promise && <Promised promise={promise} />}
      </div>
      <div className="case-who-parts">
        {parts.who.map((Part, index) => (
          <Suspense key={index}>
            <Part info={info} />
          </Suspense>
        ))}
      </div>
      <Facts info={info} />
    </section>
  );
}

/** Counts the versions that came while the case was open. */
function useFlash(version: number): number {
  const [first] = useState(version);
  return version - first;
}

function Number({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <p className="case-number">
      <span className="case-label">{label}</span>
      <span className="figure">{value}</span>
      <span className="case-number-tools">
        {children}
        {isPlain(value) && <CopyButton text={value} what={label} />}
      </span>
    </p>
  );
}

function Promised({ promise }: { promise: PromiseRow }) {
  const { t } = useTranslation('case');
  return (
    <p className="case-promise">
      <span className="case-label">{t('case:who.promise')}</span>
      <span>
        <Money value={promise.amount} /> · <Day value={promise.dueDate} short />
      </span>
      <PromiseStatusTag status={promise.status} />
      {promise.paid > 0 && (
        <span className="muted">
          {t('case:who.paid')} <Money value={promise.paid} />
        </span>
      )}
    </p>
  );
}

/** The specification's labels that are looked at while talking; the rest stands in the tab of the loan. */
function Facts({ info }: { info: CaseInfo }) {
  const { t } = useTranslation('case');
  return (
    <dl className="case-facts">
      <Fact label={t('case:fact.principal')} value={<Money value={info.principal} />} />
      <Fact label={t('case:fact.interest')} value={<Money value={info.interest} />} />
      <Fact label={t('case:fact.penalty')} value={<Money value={info.penaltyInterest} />} />
      <Fact label={t('case:fact.iva')} value={<Money value={info.iva} />} last />
      <Fact label={t('case:fact.overdue-date')} value={<Day value={info.penaltyDate} />} />
      <Fact label={t('case:fact.last-result')} value={<CallResultText result={info.lastCallResult} />} />
      <Fact label={t('case:fact.last-time')} value={<Time value={info.lastCallTime} />} />
      <Fact label={t('case:fact.next')} value={<Time value={info.nextFollowUpAt} />} />
      <Fact label={t('case:fact.willingness')} value={<CallResultText result={info.willingness} />} />
      <Fact label={t('case:fact.handler')} value={info.ownerName} last />
      <Fact label={t('case:fact.bank')} value={info.bankName} />
      <Fact label={t('case:fact.card')} value={info.deductionCard} />
      <Fact label={t('case:fact.app')} value={info.appName} />
      <Fact label={t('case:fact.opened')} value={<Time value={info.lastOpenedAt} />} />
      <Fact label={t('case:fact.visit')} value={<Time value={info.lastRepaymentPageVisit} />} />
      <Fact label={t('case:fact.app-visit')} value={<Time value={info.lastAppVisit} />} />
    </dl>
  );
}

export function Fact({ label, value, last }: { label: string; value: ReactNode; last?: boolean }) {
  return (
    <div className={last ? 'case-fact case-fact-last' : 'case-fact'}>
      <dt>{label}</dt>
      <dd className="figure">{value ?? <span className="muted">—</span>}</dd>
    </div>
  );
}

import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../../contract/cases/cases';
import { Money } from '../../../ui/money';
import { ErrorState, PanelSkeleton } from '../../../ui/states';
import { LoanStatusTag, PromiseStatusTag } from '../../../domain/cases/status-tags';
import { Day, Time } from '../../../ui/dates/time';
import { useCaseLoanQuery } from '../case-api';
import { useCaseParts } from './case-parts';
import { PlanTable } from './case-plan';
import { Fact } from './case-who';

export function CaseLoan({ info }: { info: CaseInfo }) {
  const { t } = useTranslation(['case', 'codes']);
  const { loan } = useCaseParts();
  const { borrower } = info;
  const place = [borrower.municipality, borrower.state].filter(Boolean).join(', ');
  return (
    <div className="case-loan">
      {loan.map((Part, at) => (
        <Suspense key={at}>
          <Part info={info} />
        </Suspense>
      ))}
      <LoanItem info={info} />
      <Group title={t('case:loan.title')}>
        <Fact label={t('case:fact.order')} value={info.loanOrder} />
        <Fact label={t('case:fact.product')} value={info.productCategory} />
        <Fact label={t('case:fact.loan-time')} value={<Time value={info.loanTime} />} />
        <Fact label={t('case:fact.contract')} value={<Money value={info.contractAmount} />} />
        <Fact label={t('case:fact.collection-time')} value={<Time value={info.collectionTime} />} />
        <Fact label={t('case:fact.queue')} value={info.queueName} />
        <Fact label={t('case:fact.institution')} value={info.institutionName} />
      </Group>
      <Group title={t('case:loan.borrower')}>
        <Fact label={t('case:fact.user-id')} value={borrower.id} />
        <Fact label={t('case:fact.identity')} value={borrower.identityNumber} />
        <Fact label={t('case:fact.birth')} value={<Day value={borrower.birthDate} />} />
        <Fact label={t('case:fact.marital')} value={borrower.maritalStatus} />
        <Fact label={t('case:fact.education')} value={borrower.education} />
        <Fact label={t('case:fact.company')} value={borrower.companyName} />
        <Fact label={t('case:fact.occupation')} value={borrower.occupation} />
        <Fact label={t('case:fact.working-years')} value={borrower.workingYears} />
        <Fact label={t('case:fact.company-address')} value={borrower.companyAddress} />
        <Fact label={t('case:fact.residence')} value={place || null} />
        <Fact label={t('case:fact.residence-address')} value={borrower.residenceAddress} />
      </Group>
      <Promises info={info} />
    </div>
  );
}

function LoanItem({ info }: { info: CaseInfo }) {
  const { t } = useTranslation(['case', 'codes']);
  const { data, error, refetch } = useCaseLoanQuery({ taskId: info.id, loanItemId: info.loanItemId });
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={3} />;
  }
  return (
    <div className="case-loan-wide">
      <dl className="case-loan-status">
        <Fact label={t('case:fact.loan-status')} value={<LoanStatusTag status={data.loanStatus} />} />
        <Fact label={t('case:fact.reloan')} value={t(`codes:reloan.${data.reloan}`)} />
      </dl>
      <PlanTable rows={data.plan} />
    </div>
  );
}

function Promises({ info }: { info: CaseInfo }) {
  const { t } = useTranslation(['case', 'codes']);
  if (info.promises.length === 0) return null;
  return (
    <div className="case-loan-wide">
      <h3>{t('case:loan.promises')}</h3>
      <ul className="case-promises">
        {info.promises.map((promise) => (
          <li key={promise.id}>
            <PromiseStatusTag status={promise.status} />
            <span>
              <Money value={promise.amount} /> · <Day value={promise.dueDate} short />
            </span>
            <span className="muted">
              {t('case:who.paid')} <Money value={promise.paid} /> · {promise.collectorName ?? '—'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="case-facts">{children}</dl>
    </section>
  );
}

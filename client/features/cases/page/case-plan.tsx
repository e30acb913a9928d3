import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CaseInfo, PlanRow } from '../../../../contract/cases/cases';
import { PAGE_SIZE } from '../../../../contract/shared/page';
import { PagedTable, type SmallColumn, SmallTable } from '../../../ui/tables/small-table';
import { Tag } from '../../../ui/status-tag';
import { Day } from '../../../ui/dates/time';
import { useCasePlanQuery } from '../case-api';

const COLUMNS: readonly SmallColumn<PlanRow>[] = [
  { field: 'period', kind: 'count' },
  {
    field: 'repaymentPlanTime',
    draw: (row, t) => (
      <>
        <Day value={row.repaymentPlanTime} short />
        {!row.due && !row.repaymentRealTime && <Tag tone="plain">{t('case:plan.not-yet-due')}</Tag>}
      </>
    ),
  },
  { field: 'repaymentTotalAmount', kind: 'money' },
  { field: 'repaymentIncomeAmount', kind: 'money' },
  { field: 'repaymentRealTime', draw: (row) => <Day value={row.repaymentRealTime} short /> },
  { field: 'overdueFeeAmount', kind: 'money' },
  { field: 'repaymentPrincipalAmount', kind: 'money' },
  { field: 'repaymentInterestAmount', kind: 'money' },
];

const TABLE = {
  words: 'case:plan',
  label: 'case:section.plan',
  columns: COLUMNS,
  rowKey: ({ period }: PlanRow) => period,
  rowClass: ({ repaymentRealTime, due }: PlanRow) => {
    if (repaymentRealTime) return 'case-row-done';
    return due ? undefined : 'case-row-later';
  },
};

export function CasePlan({ info }: { info: CaseInfo }) {
  const { t } = useTranslation('case');
  return (
    <>
      <PagedTable
        useRows={useCasePlanQuery}
        taskId={info.id}
        size={PAGE_SIZE.plan}
        nothing="case:plan.none"
        {...TABLE}
      />
      <Link className="case-plan-link" to={`/conditions/${info.id}`}>
        {t('case:plan.own-page')}
      </Link>
    </>
  );
}

export function PlanTable({ rows }: { rows: PlanRow[] }) {
  return <SmallTable rows={rows} {...TABLE} />;
}

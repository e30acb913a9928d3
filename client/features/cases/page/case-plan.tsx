import { useState } from 'react';
import type { CaseInfo, PlanRow } from '../../../../contract/cases';
import { PAGE_SIZE } from '../../../../contract/shared/page';
import { type Words, useWords } from '../../../i18n/use-words';
import { Money } from '../../../ui/money';
import { Tag } from '../../../ui/status-tag';
import { Day } from '../../../ui/time';
import { useCasePlanQuery } from '../case-api';
import { PagedRows, type SmallColumn, SmallTable } from '../../../ui/small-table';

/** The repayment plan: what was due when, and what came. */
export function CasePlan({ info }: { info: CaseInfo }) {
  const { t } = useWords('case');
  const [page, setPage] = useState(1);
  const answer = useCasePlanQuery({ taskId: info.id, page });
  return (
    <PagedRows
      answer={answer}
      page={page}
      size={PAGE_SIZE.plan}
      onPage={setPage}
      nothing={t('case:plan.none')}
    >
      {(rows) => <PlanTable rows={rows} />}
    </PagedRows>
  );
}

export function PlanTable({ rows }: { rows: PlanRow[] }) {
  const { t } = useWords('case');
  return (
    <SmallTable
      label={t('case:section.plan')}
      columns={columns(t)}
      rows={rows}
      rowKey={({ period }) => period}
      rowClass={rowClass}
    />
  );
}

function rowClass({ repaymentRealTime, due }: PlanRow): string | undefined {
  if (repaymentRealTime) return 'case-row-done';
  return due ? undefined : 'case-row-later';
}

function columns(t: Words): SmallColumn<PlanRow>[] {
  const money = (key: keyof PlanRow & string, pick: (row: PlanRow) => number): SmallColumn<PlanRow> => ({
    key,
    label: t(`case:plan.${key}`),
    figure: true,
    draw: (row) => <Money value={pick(row)} />,
  });
  return [
    { key: 'period', label: t('case:plan.period'), figure: true, draw: (row) => row.period },
    {
      key: 'repaymentPlanTime',
      label: t('case:plan.repaymentPlanTime'),
      draw: (row) => (
        <>
          <Day value={row.repaymentPlanTime} short />
          {!row.due && !row.repaymentRealTime && <Tag tone="plain">{t('case:plan.not-yet-due')}</Tag>}
        </>
      ),
    },
    money('repaymentTotalAmount', (row) => row.repaymentTotalAmount),
    money('repaymentIncomeAmount', (row) => row.repaymentIncomeAmount),
    {
      key: 'repaymentRealTime',
      label: t('case:plan.repaymentRealTime'),
      draw: (row) => <Day value={row.repaymentRealTime} short />,
    },
    money('overdueFeeAmount', (row) => row.overdueFeeAmount),
    money('repaymentPrincipalAmount', (row) => row.repaymentPrincipalAmount),
    money('repaymentInterestAmount', (row) => row.repaymentInterestAmount),
  ];
}

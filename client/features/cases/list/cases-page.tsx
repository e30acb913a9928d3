import './cases.css';
import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { CaseRow } from '../../../../contract/cases/cases';
import { businessDay } from '../../../../contract/shared/date';
import { PAGE_SIZE } from '../../../../contract/shared/page';
import { usePageSize } from '../../../state/preferences';
import { useCurrentUserQuery, useMay } from '../../../api/session-api';
import { useNow } from '../../../state/clock';
import { useConnection, useSettled } from '../../../state/connection';
import { Button } from '../../../ui/button';
import type { Sort } from '../../../ui/data-grid/data-grid';
import { ExportButton } from '../../../ui/exports/export-button';
import { GenericTable } from '../../../ui/tables/generic-table';
import { PageHeader } from '../../../ui/page-header';
import { EmptyState } from '../../../ui/states';
import { caseColumns } from './case-columns';
import { exportCall, useCaseListQuery } from '../cases-api';
import { DueLane } from './due-lane';
import { FilterChips } from './filter-chips';
import { casePath } from '../case-path';
import {
  hasFilter,
  readCaseListQuery,
  turnTo,
  defaultSort,
  withoutFilters,
  writeCaseListQuery,
} from './case-list-query';
import { QuickFilters } from './quick-filters';
import { useViews } from './use-views';
import { gridOf } from './view-links';
import { ViewsMenu } from './views-menu';

const CaseFilters = lazy(async () => ({ default: (await import('./case-filters')).CaseFilters }));

export interface LongAgingChoice {
  on: boolean;
  onSwitch: (on: boolean) => void;
}

const rowId = (row: CaseRow) => String(row.id);

export function CasesPage({ Switch }: { Switch: ComponentType<LongAgingChoice> }) {
  const { t } = useTranslation(['cases', 'codes', 'shell']);
  const [search, setSearch] = useSearchParams();
  const mayExport = useMay('case:export');
  const maySetUp = useMay('setup:read');
  const settled = useSettled();
  const { data: user, isError } = useCurrentUserQuery();
  // The columns and the order are the reader's: drawn before they are known, the table would be made twice.
  const known = user !== undefined || isError;
  const withOwner = user !== undefined && user.role !== 'member';
  const today = businessDay(new Date(useNow(null)));
  const grid = gridOf(user?.role);
  const views = useViews(grid, search, (next, replace) => setSearch(next, { replace }));
  const listAddress = views.asked.toString();
  const { size: defaultSize, keepSize } = usePageSize(PAGE_SIZE.tasks);
  const query = useMemo(
    () => readCaseListQuery(new URLSearchParams(listAddress), defaultSize),
    [listAddress, defaultSize],
  );
  const answer = useCaseListQuery(query);
  const columns = useMemo(() => caseColumns(t, withOwner), [t, withOwner]);
  const ask = (change: Record<string, string | number | undefined>) =>
    setSearch(writeCaseListQuery(views.asked, change));
  const { page, size } = query;
  const sort: Sort = {
    column: query.sort ?? defaultSort(query, user?.role),
    order: query.order ?? 'desc',
  };
  const clear = hasFilter(views.asked) && (
    <Button onClick={() => setSearch(withoutFilters(search))}>{t('cases:list.clear')}</Button>
  );
  return (
    <div className="page cases-page">
      <PageHeader
        title={t(withOwner ? 'cases:list.title-team' : 'cases:list.title')}
        beside={
          <FilterChips
            query={query}
            answer={answer.currentData ?? answer.data}
            onRemove={(name) => ask({ [name]: undefined })}
          />
        }
        extra={
          <>
            <LiveDot />
            <Switch on={query.longAging === true} onSwitch={(on) => ask({ longAging: on ? 1 : undefined })} />
            <ViewsMenu chosen={views.chosen} onChoose={views.choose} onSave={views.saveAs} />
          </>
        }
      />
      <DueLane query={query} />
      <Suspense fallback={<div className="filters" />}>
        {settled ? <CaseFilters search={views.asked} onFilter={ask} /> : <div className="filters" />}
      </Suspense>
      <GenericTable<CaseRow>
        id={grid}
        label={t('cases:list.title')}
        answer={known ? answer : { ...answer, data: undefined, currentData: undefined }}
        query={query}
        columns={columns}
        rowId={rowId}
        page={page}
        size={size}
        onPage={(to) => ask(turnTo(to, query, answer.currentData))}
        onSize={(rows) => {
          keepSize(rows);
          ask({ size: rows });
        }}
        sort={sort}
        onSort={(next) => ask({ sort: next?.column, order: next?.order })}
        isMain
        open={casePath}
        autoHeight
        toolbar={<QuickFilters query={query} onChoose={ask} />}
        extra={
          mayExport && (
            <ExportButton quiet call={exportCall(query)} file={`${t('cases:file')}-${today}.csv`} />
          )
        }
        empty={
          <EmptyState
            title={t('cases:list.empty')}
            hint={t(
              clear ? 'cases:list.empty-hint' : maySetUp ? 'cases:list.set-up' : 'cases:list.none-hint',
            )}
            action={
              clear ||
              (maySetUp && (
                <Link to="/setup" className="button button-primary">
                  {t('shell:menu.setup')}
                </Link>
              ))
            }
          />
        }
      />
    </div>
  );
}

function LiveDot() {
  const { t } = useTranslation('cases');
  const live = useConnection() === 'live';
  return (
    <span className={live ? 'live live-on' : 'live'}>
      <span className="lamp" aria-hidden="true" />
      {t(live ? 'cases:live.on' : 'cases:live.off')}
    </span>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ListedPromise, PromisePage } from '../../../contract/cases/promises';
import { businessDay } from '../../../contract/shared/date';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useCollectorsQuery, useCurrentUserQuery, useMay } from '../../api/session-api';
import { useNow } from '../../state/clock';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import { type ListQuery, readListQuery } from '../../ui/list-page/list-query';
import { PromiseStatusTag } from '../../domain/cases/status-tags';
import { Day, Time, TimeLeft } from '../../ui/dates/time';
import { FILTERS, filtersOf } from './filters';
import { HandBackDialog } from './hand-back-dialog';
import { exportCall, usePromisesQuery } from './promises-api';
import { Rates } from './rates';

const COLUMNS: readonly Column<ListedPromise>[] = [
  { field: 'borrowerName', kind: 'name', width: 164 },
  { field: 'loanId', width: 114 },
  { field: 'amount', kind: 'money', width: 94, sortable: 'counted' },
  { field: 'paid', kind: 'money', width: 84, sortable: 'counted' },
  { field: 'dueDate', width: 66, sortable: 'counted', draw: ({ dueDate }) => <Day value={dueDate} short /> },
  {
    field: 'deadlineAt',
    width: 110,
    draw: ({ status, deadlineAt, settledAt }) =>
      status === 'OPEN' ? <TimeLeft until={deadlineAt} /> : <Time value={settledAt} />,
  },
  { field: 'status', width: 102, draw: ({ status }) => <PromiseStatusTag status={status} /> },
  { field: 'collector', width: 94 },
  { field: 'queueName', width: 66 },
];

/** Refetch interval: some changes come by the clock alone, and some viewers receive no pushes. */
const AGAIN_MS = 20_000;
/** The counts of all lanes go by the whole address, also by what the shown lane does not offer. */
function useRows(query: ListQuery) {
  const [search] = useSearchParams();
  const whole = { ...readListQuery(search, FILTERS, [], query.size), ...query };
  return usePromisesQuery(whole, { pollingInterval: AGAIN_MS, skipPollingIfUnfocused: true });
}

/** Borrowers' promises: for today, over soon, broken, kept; and the kept rate by collector. */
export function Component() {
  const { t } = useTranslation('promises');
  const today = businessDay(new Date(useNow(null)));
  const [handed, setHanded] = useState<readonly ListedPromise[]>([]);
  const places = usePlaceOptions();
  const mayChoose = useMay('user:read');
  const { data: me } = useCurrentUserQuery();
  const [search] = useSearchParams();
  const { data: collectors = [] } = useCollectorsQuery(undefined, { skip: !mayChoose });
  const acts: readonly RowAction<ListedPromise>[] = [
    {
      id: 'handBack',
      may: 'case:assign',
      many: true,
      when: ({ handBack }) => handBack,
      opens: setHanded,
    },
  ];
  const options = (query: ListQuery) => ({
    ...places(query),
    collectorId: collectors.map(({ id, name }) => ({ value: id, label: name })),
  });
  return (
    <>
      <ListPage<ListedPromise, PromisePage>
        id="promises"
        words="promises"
        useRows={useRows}
        filters={filtersOf(search.get('lane'), me?.role, mayChoose)}
        options={options}
        counts={({ counts }) => counts}
        columns={COLUMNS}
        rowId={({ id }) => String(id)}
        open={({ taskId, loanId }) => `/task/${taskId}/${encodeURIComponent(loanId)}`}
        acts={acts}
        exported={{
          call: exportCall,
          file: ({ lane }) => `${t('promises:file')}-${t(`promises:lane.${lane}`)}-${today}.csv`,
          may: 'promise:export',
        }}
        above={() => <Rates />}
      />
      {handed.length > 0 && <HandBackDialog promises={handed} onClose={() => setHanded([])} />}
    </>
  );
}

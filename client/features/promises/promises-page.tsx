import { useState } from 'react';
import type { ListedPromise, PromisePage } from '../../../contract/promises';
import { businessDay } from '../../../contract/shared/date';
import { usePlaceOptions } from '../../api/institutions-api';
import { useCollectorsQuery, useCurrentUserQuery, useMay } from '../../api/session-api';
import { useWords } from '../../i18n/use-words';
import { useNow } from '../../state/clock';
import type { Act } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Question } from '../../ui/list-page/question';
import { PromiseStatusTag } from '../../ui/status-tag';
import { Day, Time, TimeLeft } from '../../ui/time';
import { OWN_FILTERS, TEAM_FILTERS } from './filters';
import { HandBackDialog } from './hand-back-dialog';
import { exportCall, usePromisesQuery } from './promises-api';
import { Rates } from './rates';

const COLUMNS: readonly Column<ListedPromise>[] = [
  { field: 'borrowerName', kind: 'name', width: 138 },
  { field: 'loanId', width: 112 },
  { field: 'amount', kind: 'money', width: 98, sortable: true },
  { field: 'paid', kind: 'money', width: 84, sortable: true },
  { field: 'dueDate', width: 68, sortable: true, draw: ({ dueDate }) => <Day value={dueDate} short /> },
  {
    field: 'deadlineAt',
    width: 105,
    draw: ({ status, deadlineAt, settledAt }) =>
      status === 'OPEN' ? <TimeLeft until={deadlineAt} /> : <Time value={settledAt} />,
  },
  { field: 'status', width: 108, draw: ({ status }) => <PromiseStatusTag status={status} /> },
  { field: 'collector', width: 104 },
  { field: 'queueName', width: 66 },
];

/** What changes by the clock alone, and for those to whom nothing is pushed. */
const AGAIN_MS = 20_000;
const useRows = (question: Question) =>
  usePromisesQuery(question, { pollingInterval: AGAIN_MS, skipPollingIfUnfocused: true });

/** What borrowers have promised: for today, over soon, broken, kept; and whose are kept how often. */
export function Component() {
  const { t } = useWords('promises');
  const today = businessDay(new Date(useNow(null)));
  const [handed, setHanded] = useState<readonly ListedPromise[]>([]);
  const places = usePlaceOptions();
  const mayChoose = useMay('user:read');
  const { data: me } = useCurrentUserQuery();
  // A leader has one team.
  const filters =
    me?.role === 'leader' ? TEAM_FILTERS.filter(({ name }) => name !== 'groupId') : TEAM_FILTERS;
  const { data: collectors = [] } = useCollectorsQuery(undefined, { skip: !mayChoose });
  const acts: readonly Act<ListedPromise>[] = [
    {
      id: 'handBack',
      may: 'case:assign',
      many: true,
      when: ({ handBack }) => handBack,
      opens: setHanded,
    },
  ];
  const options = (question: Question) => ({
    ...places(question),
    collectorId: collectors.map(({ id, name }) => ({ value: id, label: name })),
  });
  return (
    <>
      <ListPage<ListedPromise, PromisePage>
        id="promises"
        words="promises"
        useRows={useRows}
        filters={mayChoose ? filters : OWN_FILTERS}
        options={options}
        counts={({ counts }) => counts}
        columns={COLUMNS}
        rowId={({ id }) => String(id)}
        open={({ taskId, loanId }) => `/task/${taskId}/${encodeURIComponent(loanId)}`}
        acts={acts}
        actsWidth={100}
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

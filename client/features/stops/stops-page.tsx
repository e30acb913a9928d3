import { STOP_KINDS, type StopRow } from '../../../contract/contact/stops';
import { useStopsQuery } from '../../domain/stops/stops-api';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { reasonOf, stopperOf } from './reason';
import { StopTag } from './stop-tag';
import { useStopActs } from './use-stop-acts';

const FILTERS: readonly Filter[] = [
  { name: 'state', kind: 'segments', choices: ['ALL', 'LIVE', 'PAST'], words: 'stops:state' },
  { name: 'kind', kind: 'choice', choices: STOP_KINDS, words: 'stops:kind' },
];

const COLUMNS: readonly Column<StopRow>[] = [
  { field: 'subject', kind: 'name', width: 170 },
  { field: 'kind', kind: 'code', words: 'stops:kind', width: 110, grow: 0 },
  { field: 'mayLift', width: 104, grow: 0, draw: (stop) => <StopTag stop={stop} /> },
  { field: 'reason', width: 220, draw: reasonOf },
  { field: 'stoppedBy', width: 130, draw: stopperOf },
  { field: 'stoppedAt', kind: 'time', width: 112, grow: 0 },
  { field: 'waiting', kind: 'count', width: 96 },
  { field: 'liftedBy', width: 130 },
  { field: 'institution', width: 120 },
];

/** Stops, present and past: those in force first. */
export function Component() {
  return (
    <ListPage<StopRow>
      id="stops"
      words="stops"
      useRows={useStopsQuery}
      filters={FILTERS}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id }) => `/stop/${id}`}
      acts={useStopActs()}
      primary={{ to: '/add/stop', may: 'guard:stop' }}
    />
  );
}

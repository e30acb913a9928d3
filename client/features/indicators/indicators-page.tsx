import { INDICATOR_METHODS } from '../../../contract/codes';
import { INDICATOR_STATES, type IndicatorRow } from '../../../contract/team/indicators';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { IndicatorTag, scopeOf, TargetText } from './indicator-text';
import { indicatorCalls, useSetIndicatorStatusMutation } from './indicators-api';
import { TimeLine } from './time-line';

const FILTERS: readonly Filter[] = [
  { name: 'institutionId', kind: 'choice' },
  { name: 'queueId', kind: 'choice' },
  { name: 'method', kind: 'choice', choices: INDICATOR_METHODS, words: 'indicators:method' },
  { name: 'state', kind: 'choice', choices: INDICATOR_STATES, words: 'indicators:state' },
];

const COLUMNS: readonly Column<IndicatorRow>[] = [
  { field: 'id', kind: 'name', width: 72, grow: 0 },
  { field: 'institutionName', width: 226, lines: true, draw: (row, t) => <span>{scopeOf(row, t)}</span> },
  { field: 'method', kind: 'code', words: 'indicators:method', width: 104 },
  { field: 'percent', width: 84, draw: (row) => <TargetText row={row} /> },
  { field: 'effectiveFrom', kind: 'day', width: 102, grow: 0, sortable: true },
  { field: 'effectiveTo', kind: 'day', width: 102, grow: 0 },
  { field: 'state', width: 96, grow: 0, draw: ({ state }) => <IndicatorTag state={state} /> },
  { field: 'updatedBy', width: 96 },
  { field: 'updatedAt', kind: 'time', width: 112, grow: 0, sortable: true },
];

/** Every target with its days: what held, what holds, and what will. */
export function Component() {
  const [set] = useSetIndicatorStatusMutation();
  const acts: readonly RowAction<IndicatorRow>[] = [
    {
      id: 'end',
      may: 'indicator:manage',
      when: ({ state }) => state === 'IN_FORCE',
      ask: true,
      danger: true,
      act: ({ id, version }) => set({ id, version, enabled: false }),
    },
    {
      id: 'disable',
      may: 'indicator:manage',
      when: ({ state }) => state === 'PLANNED',
      act: ({ id, version }) => set({ id, version, enabled: false }),
    },
    {
      id: 'enable',
      may: 'indicator:manage',
      when: ({ state }) => state === 'OFF',
      act: ({ id, version }) => set({ id, version, enabled: true }),
    },
  ];
  return (
    <ListPage<IndicatorRow>
      id="indicators"
      words="indicators"
      useRows={indicatorCalls.useList}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      open={({ id }) => `/indicator/${id}`}
      acts={acts}
      nameOf={scopeOf}
      primary={{ to: '/add/indicator', may: 'indicator:manage' }}
      above={({ data }) => data && <TimeLine rows={data.result} />}
    />
  );
}

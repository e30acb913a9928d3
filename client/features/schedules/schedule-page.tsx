import './schedules.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { addDays, businessDay } from '../../../contract/shared/date';
import { AWAY_DAYS, SEAT_STATES, type ScheduleRow } from '../../../contract/team/schedules';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { newRequestId } from '../../lib/request-id';
import { useNow } from '../../state/clock';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter, ListQuery } from '../../ui/list-page/list-query';
import { Time } from '../../ui/dates/time';
import { Tag } from '../../ui/status-tag';
import { DayPanel } from './day-panel';
import { ResignDialog } from './resign-dialog';
import { useScheduleQuery, useSetSeatStatusMutation } from './schedules-api';
import { SEAT_TONES } from './seat-tones';
import { UploadPanel } from './upload-panel';

/** The day is chosen above the list; it is a part of the address like every filter. */
const FILTERS: readonly Filter[] = [
  { name: 'username' },
  { name: 'queueId', kind: 'choice' },
  { name: 'status', kind: 'choice', choices: SEAT_STATES, words: 'schedules:status' },
];

const COLUMNS: readonly Column<ScheduleRow>[] = [
  { field: 'name', width: 150 },
  { field: 'username', width: 130 },
  { field: 'day', kind: 'day', width: 105, grow: 0 },
  { field: 'queueName', width: 110 },
  {
    field: 'status',
    width: 140,
    draw: ({ status }, t) =>
      status === null ? (
        <span className="muted">{t('schedules:unscheduled')}</span>
      ) : (
        <Tag tone={SEAT_TONES[status]}>{t(`schedules:status.${status}`)}</Tag>
      ),
  },
  {
    field: 'releaseAt',
    width: 150,
    grow: 0,
    draw: ({ releaseAt, released }, t) =>
      releaseAt && (
        <span>
          {t(`schedules:release.${released ? 'done' : 'due'}`)} <Time value={releaseAt} />
        </span>
      ),
  },
];

/** States of several days. */
const AWAY = ['ABSENT', 'REST'] as const;

function dayOf(search: URLSearchParams): string | undefined {
  return /^\d{4}-\d\d-\d\d$/.exec(search.get('day') ?? '')?.[0];
}

function useDayRows(query: ListQuery) {
  const [search] = useSearchParams();
  const day = dayOf(search);
  return useScheduleQuery({ ...query, ...(day && { day }) });
}

/** A day's roster, and its plan. */
export function Component() {
  const { t } = useTranslation('schedules');
  const [set] = useSetSeatStatusMutation();
  const [search, setSearch] = useSearchParams();
  const day = dayOf(search);
  const today = businessDay(new Date(useNow()));
  const choose = (next: string | null) => {
    const params = new URLSearchParams(search);
    params.delete('page');
    if (next) params.set('day', next);
    else params.delete('day');
    setSearch(params);
  };
  const [resigning, setResigning] = useState<readonly ScheduleRow[]>([]);
  const acts = SEAT_STATES.map((status): RowAction<ScheduleRow> => {
    const when = (row: ScheduleRow) => row.status !== status && row.day >= today;
    const act = { id: status, when, many: true };
    if (status === 'RESIGNED') return { ...act, may: 'user:manage', danger: true, opens: setResigning };
    return {
      ...act,
      may: 'schedule:manage',
      act: ({ userId, day: of, version }) =>
        set({ userId, day: of, version, status, clientRequestId: newRequestId() }),
    };
  });
  acts.splice(2, 0, {
    id: 'AWAY',
    may: 'schedule:manage',
    many: true,
    when: ({ status, day: of }) => status !== 'RESIGNED' && of >= today,
    needs: [
      { name: 'away', choices: AWAY.map((value) => ({ value, label: t(`schedules:status.${value}`) })) },
      { name: 'until', day: true, min: day ?? today, max: addDays(day ?? today, AWAY_DAYS) },
    ],
    act: ({ userId, day: of, version }, { until, away }) => {
      const status = away === 'REST' ? 'REST' : 'ABSENT';
      return set({ userId, day: of, version, status, until, clientRequestId: newRequestId() });
    },
  });
  return (
    <ListPage
      id="schedule"
      words="schedules"
      useRows={useDayRows}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ day: of, userId }) => `${of}:${userId}`}
      acts={acts}
      above={() => (
        <>
          <UploadPanel />
          <DayPanel day={day} onDay={choose} />
          {resigning.length > 0 && <ResignDialog rows={resigning} onClose={() => setResigning([])} />}
        </>
      )}
    />
  );
}

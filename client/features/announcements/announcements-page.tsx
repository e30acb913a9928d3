import {
  ANNOUNCEMENT_KINDS,
  ANNOUNCEMENT_STATES,
  type AnnouncementRow,
  type AnnouncementState,
} from '../../../contract/supervision/announcements';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { newRequestId } from '../../lib/request-id';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import type { Tone } from '../../ui/status-tag';
import {
  formOf,
  useAllAnnouncementsQuery,
  useSaveAnnouncementMutation,
  useWithdrawAnnouncementMutation,
} from './manage-api';
import { ViolationWeeks } from './violation-weeks';

const TONES: Record<AnnouncementState, Tone> = {
  DRAFT: 'warn', SCHEDULED: 'info', SHOWN: 'good', OVER: 'muted', WITHDRAWN: 'muted',
}; // prettier-ignore

const FILTERS: readonly Filter[] = [
  { name: 'state', kind: 'choice', choices: ANNOUNCEMENT_STATES, words: 'notices:state' },
  { name: 'kind', kind: 'choice', choices: ANNOUNCEMENT_KINDS, words: 'notices:kind' },
  { name: 'institutionId', kind: 'choice' },
  { name: 'groupId', kind: 'choice' },
  { name: 'from', kind: 'day' },
  { name: 'to', kind: 'day' },
];

const COLUMNS: readonly Column<AnnouncementRow>[] = [
  { field: 'content', kind: 'name', width: 330 },
  {
    field: 'state',
    kind: 'code',
    words: 'notices:state',
    tone: ({ state }) => TONES[state],
    width: 100,
    grow: 0,
  },
  { field: 'kind', kind: 'code', words: 'notices:kind', width: 120 },
  { field: 'institutionName', width: 110 },
  { field: 'groupName', width: 100 },
  { field: 'startsAt', kind: 'time', width: 112, grow: 0, sortable: true },
  { field: 'endsAt', kind: 'time', width: 112, grow: 0, sortable: true },
  { field: 'readCount', kind: 'count', width: 80, grow: 0 },
  { field: 'createdBy', width: 120 },
  { field: 'createdAt', kind: 'time', width: 112, grow: 0, sortable: true },
];

export function Component() {
  const [save] = useSaveAnnouncementMutation();
  const [withdraw] = useWithdrawAnnouncementMutation();
  const acts: readonly RowAction<AnnouncementRow>[] = [
    {
      id: 'publish',
      may: 'announcement:manage',
      when: ({ state }) => state === 'DRAFT',
      many: true,
      act: (row) => {
        const { msgId, version } = row;
        return save({ ...formOf(row), published: true, msgId, version, clientRequestId: newRequestId() });
      },
    },
    {
      id: 'withdraw',
      may: 'announcement:manage',
      when: ({ state }) => state !== 'WITHDRAWN',
      ask: true,
      danger: true,
      many: true,
      act: ({ msgId }) => withdraw(msgId),
    },
  ];
  return (
    <ListPage
      id="announcements"
      words="notices"
      useRows={useAllAnnouncementsQuery}
      filters={FILTERS}
      options={usePlaceOptions()}
      columns={COLUMNS}
      rowId={({ msgId }) => String(msgId)}
      open={({ msgId }) => `/announcement/${msgId}`}
      acts={acts}
      above={() => <ViolationWeeks />}
      primary={{ to: '/add/announcement', may: 'announcement:manage' }}
    />
  );
}

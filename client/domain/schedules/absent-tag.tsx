import { useTranslation } from 'react-i18next';
import type { Page } from '../../../contract/shared/page';
import type { ScheduleRow } from '../../../contract/team/schedules';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import { useMay } from '../../api/session-api';
import type { ListQuery } from '../../ui/list-page/list-query';
import { Tag } from '../../ui/status-tag';

const schedulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    absentPeople: build.query<Page<ScheduleRow>, ListQuery>(get('workSchedule/list', ['Schedule'], 'all')),
  }),
});

const ABSENT_TODAY = { status: 'ABSENT', page: 1, size: 200 };

/** Beside a person who is absent today; nothing beside all others, and for viewers who may not read schedules. */
export function AbsentTag({ userId }: { userId: number }) {
  const { t } = useTranslation('schedules');
  return useAbsentAmong([userId]) > 0 ? <Tag tone="warn">{t('schedules:status.ABSENT')}</Tag> : null;
}

/** How many of these people are absent today; none for viewers who may not read schedules. */
export function useAbsentAmong(userIds: readonly number[]): number {
  const may = useMay('schedule:read');
  const { absent } = schedulesApi.useAbsentPeopleQuery(ABSENT_TODAY, {
    skip: !may,
    selectFromResult: ({ data }) => ({
      absent: data?.result.filter(({ userId }) => userIds.includes(userId)).length ?? 0,
    }),
  });
  return absent;
}

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
  const may = useMay('schedule:read');
  const { isAbsent } = schedulesApi.useAbsentPeopleQuery(ABSENT_TODAY, {
    skip: !may,
    selectFromResult: ({ data }) => ({
      isAbsent: data?.result.some((row) => row.userId === userId) ?? false,
    }),
  });
  return isAbsent ? <Tag tone="warn">{t('schedules:status.ABSENT')}</Tag> : null;
}

import { useTranslation } from 'react-i18next';
import type { Tag } from '../../../contract/realtime';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { useLanguage } from '../../i18n/use-language';
import { formatTotal } from '../../lib/capped-count';
import { useSettled } from '../../state/connection';

interface CountedList {
  path: string;
  params?: Record<string, string>;
  tags: Tag['type'][];
}

/** Lists of the menu that hold work to be done, and the filter that leaves that work. */
const LISTS = {
  '/requests': { path: 'request/list', params: { state: 'OPEN' }, tags: ['Request'] },
  '/complaints': { path: 'customer/service/list', params: { status: 'PENDING' }, tags: ['Complaint'] },
  '/anomalies': { path: 'user/behavior/anomalies', params: { status: 'OPEN' }, tags: ['Anomaly'] },
  '/queue/uncovered': { path: 'allocation/uncovered', tags: ['Queue', 'Allocation'] },
  '/privacy': { path: 'privacy/list', params: { status: 'ASKED' }, tags: ['Privacy'] },
  '/system/approvals': { path: 'approval/list', params: { status: 'WAITING' }, tags: ['Approval'] },
  '/refunds': { path: 'refund/list', params: { status: 'OPEN' }, tags: ['Refund'] },
  '/quality': { path: 'quality/samples', params: { status: 'OPEN' }, tags: ['Quality'] },
} satisfies Record<string, CountedList>;
type CountedPath = keyof typeof LISTS;

export const isCounted = (path: string): path is CountedPath => path in LISTS;

/** The lists' own calls: a number that differs from its list's would be a fault. */
const { useListCountQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listCount: build.query<number, CountedPath>({
      query: (name) => {
        const { path, params }: CountedList = LISTS[name];
        return { path, params: { ...params, page: 1, size: 1 } };
      },
      transformResponse: ({ totalCount }: Page<unknown>) => totalCount,
      providesTags: (_, __, name) => LISTS[name].tags,
      extraOptions: { silent: 'all' },
    }),
  }),
});

/** Fetched after the first screen. */
export function MenuCount({ path }: { path: CountedPath }) {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { data } = useListCountQuery(path, { skip: !useSettled() });
  if (!data) return null;
  return (
    <span className="menu-count figure" title={t('shell:menu-count', { count: data })}>
      {formatTotal(data, language)}
    </span>
  );
}

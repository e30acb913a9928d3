import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import { Tag } from '../../ui/status-tag';
import { Age } from '../../ui/dates/time';
import { useRequestsOfCaseQuery } from './requests-api';

export function RequestChips({ info }: { info: CaseInfo }) {
  const { t } = useTranslation('requests');
  const { data } = useRequestsOfCaseQuery({ taskId: info.id, state: 'OPEN' });
  if (!data || data.result.length === 0) return null;
  return (
    <div role="group" aria-label={t('requests:list.title')}>
      {data.result.map(({ id, kind, openedAt, collector }) => (
        <Tag key={id} tone="warn" title={collector}>
          {t(`requests:kind.${kind}`)} · <Age since={openedAt} until={null} />
        </Tag>
      ))}
    </div>
  );
}

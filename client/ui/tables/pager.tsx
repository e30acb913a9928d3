import { Pagination } from 'antd';
import { useTranslation } from 'react-i18next';
import { COUNT_CAP, PAGE_SIZES } from '../../../contract/shared/page';
import { useLanguage } from '../../i18n/use-language';
import { formatTotal } from '../../lib/capped-count';
import { Button } from '../button';

export interface PagerProps {
  page: number;
  size: number;
  /** COUNT_CAP + 1 means "more than that": shown as "10,000+", with next and previous beyond. */
  total: number;
  /** Rows on this page: tells whether there is a next one beyond the cap. */
  shown: number;
  onPage: (page: number) => void;
  onSize?: (size: number) => void;
}

export function Pager({ page, size, total, shown, onPage, onSize }: PagerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const capped = total > COUNT_CAP;
  const reachable = Math.min(total, COUNT_CAP);
  const beyond = capped && page >= Math.floor(COUNT_CAP / size);
  const label = formatTotal(total, language);
  return (
    <nav className="pager" aria-label={t('common:pager.label')}>
      <span className="pager-total">{t('common:pager.total', { total: label })}</span>
      <Pagination
        size="small"
        current={page}
        pageSize={size}
        total={Math.max(reachable, beyond ? page * size : 0)}
        onChange={(next, nextSize) => (nextSize === size ? onPage(next) : onSize?.(nextSize))}
        showSizeChanger={onSize ? { 'aria-label': t('common:pager.size') } : false}
        pageSizeOptions={[...PAGE_SIZES]}
        showQuickJumper={reachable > size}
        hideOnSinglePage={false}
      />
      {beyond && shown === size && (
        <Button small onClick={() => onPage(page + 1)}>
          {t('common:pager.next')}
        </Button>
      )}
    </nav>
  );
}

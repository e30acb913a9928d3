import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { RankRow } from '../../../contract/team/ranks';
import { useLanguage } from '../../i18n/use-language';
import { formatRate } from '../../lib/format';
import { Picture } from '../../ui/charts/picture';

/** The axis counts in whole steps. */
const percentOf = (rate: number | null) => rate && Math.round(rate * 1_000) / 10;

/** The rows of the table's page as bars, once it is opened: how much of the target each has reached. */
export function RankPicture({ rows }: { rows: readonly RankRow[] }) {
  const { t } = useTranslation('ranks');
  const language = useLanguage();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0) return null;
  return (
    <details className="rank-picture" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('ranks:picture')}</summary>
      {isOpen && (
        <Picture
          data={{
            ...{ title: t('ranks:picture'), lying: true },
            format: (percent) => formatRate(percent / 100, language),
            names: rows.map(({ name }) => name),
            series: [
              {
                name: t('field.finishPurposeRate'),
                values: rows.map((row) => percentOf(row.finishPurposeRate)),
              },
              { name: t('column.settleTaskRate'), values: rows.map((row) => percentOf(row.settleTaskRate)) },
            ],
          }}
          onOpen={(at) => void navigate(`/case/list?ownerId=${rows[at]!.collectorId}`)}
        />
      )}
    </details>
  );
}

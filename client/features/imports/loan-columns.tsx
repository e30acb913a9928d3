import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { PLATFORMS, RELATIONS, RELOAN_TYPES } from '../../../contract/codes';
import { LOAN_COLUMNS, REQUIRED_LOAN_COLUMNS, type LoanColumn } from '../../../contract/cases/imports';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';

/** Columns of the second and third contact, and of calls: phones of borrowers send them; only the first contact is described. */
const OTHERS = /^contact[23]|Call(Type|Time)$/;
const NEEDED: ReadonlySet<LoanColumn> = new Set(REQUIRED_LOAN_COLUMNS);
const MERGED_COLUMNS = [
  ...REQUIRED_LOAN_COLUMNS,
  ...LOAN_COLUMNS.filter((column) => !NEEDED.has(column) && !OTHERS.test(column)),
];
/** R01 is the borrower, who is no contact. */
const OF_CONTACTS = RELATIONS.slice(1);

interface ColumnLine {
  column: LoanColumn;
  needed: boolean;
  about: string;
}

/** Columns of a loan book, one by one. */
export function LoanColumns() {
  const { t } = useTranslation(['imports', 'codes']);
  const columns: readonly SmallColumn<ColumnLine>[] = [
    { field: 'column', draw: ({ column }) => <code>{column}</code> },
    { field: 'needed', draw: ({ needed }) => (needed ? t('imports:columns.needed') : '') },
    { field: 'about' },
  ];
  return (
    <section className="card import-columns" aria-label={t('imports:columns.title')}>
      <div className="card-head">
        <h2>{t('imports:columns.title')}</h2>
      </div>
      <p className="card-hint muted">{t('imports:columns.hint')}</p>
      <SmallTable
        label="imports:columns.title"
        words="imports:column"
        columns={columns}
        rows={MERGED_COLUMNS.map((column) => ({
          column,
          needed: NEEDED.has(column),
          about: aboutOf(column, t),
        }))}
        rowKey={(_, at) => at}
      />
    </section>
  );
}

function aboutOf(column: LoanColumn, t: TFunction): string {
  if (column === 'platform') return PLATFORMS.join(', ');
  if (column === 'reloan')
    return RELOAN_TYPES.map((type) => `${type} ${t(`codes:reloan.${type}`)}`).join(' · ');
  if (column === 'contact1Relation')
    return OF_CONTACTS.map((relation) => `${relation} ${t(`codes:relation.${relation}`)}`).join(' · ');
  return t(`imports:about.${column}`);
}

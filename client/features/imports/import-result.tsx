import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ImportError, ImportRun } from '../../../contract/cases/imports';
import { useLanguage } from '../../i18n/use-language';
import { formatCount } from '../../lib/format';
import { ImportRelease } from './import-release';
import type { TakenFile } from './mapping/use-mapped-file';
import { RefusedRows } from './refused-rows';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { Tag, type Tone } from '../../ui/status-tag';

const TONES: Record<ImportRun['status'], Tone> = { RUNNING: 'info', DONE: 'good', FAILED: 'bad' };
const FIGURES = ['rowsRead', 'rowsKept', 'rowsUnchanged', 'rowsRefused', 'deviceContactsDropped'] as const;
const COLUMNS: readonly SmallColumn<ImportError>[] = [
  { field: 'line', kind: 'count' },
  { field: 'field' },
  { field: 'reason', kind: 'code', words: 'imports:reason' },
];

/** A mapped file was looked at further down. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });

export function ImportResult({ run, taken }: { run: ImportRun; taken: TakenFile | null }) {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  return (
    <section
      ref={intoView}
      className="import-result"
      aria-label={t('imports:result')}
      data-status={run.status}
    >
      <p role="status">
        <strong>{run.fileName}</strong>{' '}
        <Tag tone={TONES[run.status]}>{t(`imports:status.${run.status}`)}</Tag> {run.failure}
      </p>
      <dl>
        {FIGURES.map((figure) => (
          <div key={figure}>
            <dt>{t(`imports:figure.${figure}`)}</dt>
            <dd className="figure">{formatCount(run[figure], language)}</dd>
          </div>
        ))}
      </dl>
      {run.kind === 'LOANS' && run.status !== 'RUNNING' && <ImportRelease run={run} />}
      {run.kind === 'LOANS' && run.rowsKept > run.loansTakenBack && (
        <p>
          <Link to="/case/list">{t('imports:next.cases')}</Link> ·{' '}
          <Link to="/queue">{t('imports:next.queues')}</Link>
        </p>
      )}
      {run.rowsRefused > 0 && (
        <>
          <SmallTable
            label="imports:errors"
            words="imports:column"
            columns={COLUMNS}
            rows={run.errors}
            rowKey={(_, at) => at}
          />
          <RefusedRows key={run.id} run={run} taken={taken} />
          <p className="muted">{t('imports:refused.hint')}</p>
        </>
      )}
    </section>
  );
}

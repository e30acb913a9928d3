import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  IMPORT_COLUMNS,
  type ColumnSource,
  type ImportColumn,
  type ImportLook,
} from '../../../../contract/cases/import-mapping';
import { Button } from '../../../ui/button';
import { GenericSelect } from '../../../ui/generic-select';
import { CloseIcon } from '../../../ui/icons';
import { Tag } from '../../../ui/status-tag';
import { SmallTable, type SmallColumn } from '../../../ui/tables/small-table';
import { choicesOf, columnsOf, missingIn, requiredOf, sourceOf, withMeaning, withSource } from './sources';
import type { MappedFile } from './use-mapped-file';

interface Props {
  draft: MappedFile;
  onChange: (changes: Pick<MappedFile, 'mapping'>) => void;
}

/** Stands for "the same in every row" among the headings, which have a letter before them. */
const CONSTANT = '=';
const LONGEST = 200;
const SAMPLES = 3;

/** Which heading of the file is which of our columns, with what stands under it. */
export function ColumnSources({ draft: { look, mapping }, onChange }: Props) {
  const { t } = useTranslation(['import-mapping', 'import-columns', 'codes']);
  const [isWide, setWide] = useState(false);
  const needed = requiredOf(mapping.kind);
  const all = columnsOf(mapping.kind);
  const shown = all.filter((column) => isWide || needed.includes(column) || sourceOf(mapping, column));
  const missing = missingIn(mapping);
  const set = (column: ImportColumn, source?: ColumnSource) =>
    onChange({ mapping: withSource(mapping, column, source) });
  const columns: readonly SmallColumn<{ column: ImportColumn }>[] = [
    {
      field: 'column',
      draw: ({ column }) => (
        <>
          {t(`import-columns:name.${column}`)}{' '}
          {missing.includes(column) && <Tag tone="warn">{t('import-mapping:missing')}</Tag>}
        </>
      ),
    },
    {
      field: 'column',
      head: 'import-mapping:column.source',
      draw: ({ column }) => (
        <SourceChoice
          column={column}
          source={sourceOf(mapping, column)}
          look={look}
          onSource={(source) => set(column, source)}
        />
      ),
    },
    {
      field: 'column',
      head: 'import-mapping:column.sample',
      draw: ({ column }) => (
        <Meanings
          source={sourceOf(mapping, column)}
          look={look}
          onForget={(text) => onChange({ mapping: withMeaning(mapping, column, text) })}
        />
      ),
    },
  ];
  return (
    <section className="card import-card" aria-label={t('import-mapping:columns')}>
      <div className="card-head">
        <h2>{t('import-mapping:columns')}</h2>
        <Button small onClick={() => setWide(!isWide)}>
          {isWide
            ? t('import-mapping:fewer')
            : t('import-mapping:more', { count: all.length - shown.length })}
        </Button>
      </div>
      <SmallTable
        label="import-mapping:columns"
        words="import-mapping:column"
        columns={columns}
        rows={shown.map((column) => ({ column }))}
        rowKey={({ column }) => IMPORT_COLUMNS.indexOf(column)}
      />
    </section>
  );
}

interface SourceChoiceProps {
  column: ImportColumn;
  source: ColumnSource | undefined;
  look: ImportLook;
  onSource: (source: ColumnSource | undefined) => void;
}

function SourceChoice({ column, source, look, onSource }: SourceChoiceProps) {
  const { t } = useTranslation(['import-mapping', 'import-columns', 'codes']);
  const name = t(`import-columns:name.${column}`);
  // One that is still empty is no source yet.
  const [wantsConstant, setWantsConstant] = useState(false);
  const isConstant = source ? source.constant !== undefined : wantsConstant;
  const choices = choicesOf(column, look, t);
  const constant = t('import-mapping:constant', { column: name });
  const fill = (text: string | undefined) => {
    setWantsConstant(true);
    onSource(text ? { column, constant: text } : undefined);
  };
  return (
    <span className="import-source">
      <GenericSelect<string>
        label={t('import-mapping:source', { column: name })}
        value={isConstant ? CONSTANT : source?.heading && `h${source.heading}`}
        choices={[
          { value: CONSTANT, label: t('import-mapping:same') },
          ...look.headings.map((heading) => ({ value: `h${heading}`, label: heading })),
        ]}
        onChange={(next) => {
          setWantsConstant(next === CONSTANT);
          onSource(next && next !== CONSTANT ? { column, heading: next.slice(1) } : undefined);
        }}
      />
      {isConstant && choices && (
        <GenericSelect<string> label={constant} choices={choices} value={source?.constant} onChange={fill} />
      )}
      {isConstant && !choices && (
        <Input
          aria-label={constant}
          placeholder={constant}
          maxLength={LONGEST}
          value={source?.constant ?? ''}
          onChange={({ target }) => fill(target.value)}
        />
      )}
    </span>
  );
}

interface MeaningsProps {
  source: ColumnSource | undefined;
  look: ImportLook;
  onForget: (text: string) => void;
}

/** Texts under a heading, and those that were said to mean something else. */
function Meanings({ source, look, onForget }: MeaningsProps) {
  const { t } = useTranslation('import-mapping');
  if (source?.heading === undefined) return null;
  const at = look.headings.indexOf(source.heading);
  const texts = [...new Set(look.rows.map((row) => row[at] ?? '').filter(Boolean))].slice(0, SAMPLES);
  return (
    <>
      <span className="muted">{texts.join(' · ')}</span>
      {Object.entries(source.values ?? {}).map(([text, meaning]) => (
        <span key={text} className="import-meaning">
          {text} = {meaning}
          <Button
            quiet
            small
            icon={<CloseIcon />}
            label={t('import-mapping:forget', { text })}
            onClick={() => onForget(text)}
          />
        </span>
      ))}
    </>
  );
}

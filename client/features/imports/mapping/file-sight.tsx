import '../../../ui/tables/small-table.css';
import { useTranslation } from 'react-i18next';
import {
  DAY_ORDERS,
  DECIMALS,
  ENCODINGS,
  SEPARATORS,
  type FileReading,
} from '../../../../contract/cases/import-mapping';
import { IMPORT_KINDS } from '../../../../contract/cases/imports';
import { GenericSelect } from '../../../ui/generic-select';
import type { MappedFile } from './use-mapped-file';

interface Props {
  draft: MappedFile;
  onReading: (reading: FileReading) => void;
  onChange: (changes: Pick<MappedFile, 'mapping'>) => void;
}

const SEPARATOR_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

/** How a file is written, as it was found out and can be put right, and its first rows read in that way. */
export function FileSight({ draft: { look, mapping }, onReading, onChange }: Props) {
  const { t } = useTranslation('import-mapping');
  const { kind, encoding, separator, days, decimals } = mapping;
  const isText = !look.isWorkbook;
  const reading = { kind, ...(isText && { encoding, separator }) };
  return (
    <section className="card import-card" aria-label={t('import-mapping:file')}>
      <div className="card-head">
        <h2>{t('import-mapping:file')}</h2>
      </div>
      <div className="import-choices">
        <Choice
          name="kind"
          value={kind}
          values={IMPORT_KINDS}
          word={(each) => t(`import-mapping:kind.${each}`)}
          onChange={(next) => onReading({ ...reading, kind: next })}
        />
        {isText && (
          <Choice
            name="encoding"
            value={encoding}
            values={ENCODINGS}
            word={(each) => t(`import-mapping:encoding.${each}`)}
            onChange={(next) => onReading({ ...reading, encoding: next })}
          />
        )}
        {isText && (
          <Choice
            name="separator"
            value={separator}
            values={SEPARATORS}
            word={(each) => t(`import-mapping:separator.${SEPARATOR_NAMES[each]}`)}
            onChange={(next) => onReading({ ...reading, separator: next })}
          />
        )}
        <Choice
          name="days"
          value={days}
          values={DAY_ORDERS}
          word={(each) => t(`import-mapping:days.${each}`)}
          onChange={(next) => onChange({ mapping: { ...mapping, days: next } })}
        />
        <Choice
          name="decimals"
          value={decimals}
          values={DECIMALS}
          word={(each) => t(`import-mapping:decimals.${each}`)}
          onChange={(next) => onChange({ mapping: { ...mapping, decimals: next } })}
        />
      </div>
      <FirstRows headings={look.headings} rows={look.rows} />
    </section>
  );
}

interface ChoiceProps<Value extends string> {
  name: 'kind' | 'encoding' | 'separator' | 'days' | 'decimals';
  value: Value;
  values: readonly Value[];
  word: (value: Value) => string;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ name, value, values, word, onChange }: ChoiceProps<Value>) {
  const { t } = useTranslation('import-mapping');
  const label = t(`import-mapping:reading.${name}`);
  return (
    <label className="import-choice">
      <span>{label}</span>
      <GenericSelect<Value>
        label={label}
        clearable={false}
        value={value}
        choices={values.map((each) => ({
          value: each,
          label: word(each),
        }))}
        onChange={(next) => next !== undefined && onChange(next)}
      />
    </label>
  );
}

function FirstRows({ headings, rows }: { headings: string[]; rows: string[][] }) {
  const { t } = useTranslation('import-mapping');
  return (
    <div className="small-table-place" role="region" aria-label={t('import-mapping:rows')} tabIndex={0}>
      <table className="small-table" aria-label={t('import-mapping:rows')}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {headings.map((heading, at) => (
                <td key={heading}>{row[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

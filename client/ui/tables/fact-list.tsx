import './fact-list.css';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words';
import { type Column, drawCell } from '../list-page/columns';

interface FactListProps<Row> {
  /** Names are `<words>:column.<field>`. */
  words: string;
  columns: readonly Column<Row>[];
  row: Row;
  /** Before them, as `<div><dt/><dd/></div>`. */
  children?: ReactNode;
}

/** A row's values, on a page of its own. */
export function FactList<Row extends object>({ words, columns, row, children }: FactListProps<Row>) {
  const { t } = useWords(words, 'codes');
  return (
    <dl className="fact-list">
      {children}
      {columns.map((column) => (
        <div key={column.field}>
          <dt>{t(`${words}:column.${column.field}`)}</dt>
          <dd>{drawCell(column, row, t)}</dd>
        </div>
      ))}
    </dl>
  );
}

import './columns-menu.css';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { columnsChanged, preferencesChanged, useColumns, usePreferences } from '../../state/preferences';
import { Button } from '../button';
import { ColumnsIcon } from '../icons';
import { Popup } from '../layers/popup';
import { changedColumns, choicesOf } from './column-state';
import type { GridColumn } from './data-grid';

interface ColumnsMenuProps<Row> {
  grid: string;
  columns: readonly GridColumn<Row>[];
}

/** Which columns a table shows and in what order, by buttons as by dragging their heads, and how close its rows stand. */
export function ColumnsMenu<Row>({ grid, columns }: ColumnsMenuProps<Row>) {
  const { t } = useTranslation();
  return (
    <Popup placement="bottomRight" content={<Choices grid={grid} columns={columns} />}>
      <Button quiet aria-haspopup="dialog">
        <ColumnsIcon />
        {t('common:columns.title')}
      </Button>
    </Popup>
  );
}

function Choices<Row>({ grid, columns }: ColumnsMenuProps<Row>) {
  const { t } = useTranslation();
  const states = useColumns(grid);
  const { density } = usePreferences();
  const dispatch = useDispatch();
  const names = new Map(
    columns.map((column) => [column.colId ?? column.field ?? '', column.headerName ?? '']),
  );
  const defined = [...names.keys()];
  const choices = choicesOf(defined, states);
  const shown = choices.filter((choice) => choice.shown).length;
  const change = (colId: string, how: { shown?: boolean; by?: number }) =>
    dispatch(columnsChanged({ grid, columns: changedColumns(defined, states, colId, how) }));
  return (
    <div className="columns-menu" role="group" aria-label={t('common:columns.title')}>
      <ul>
        {choices.map(({ colId, shown: on }, at) => (
          <li key={colId}>
            <label>
              <input
                type="checkbox"
                checked={on}
                disabled={on && shown === 1}
                onChange={() => change(colId, { shown: !on })}
              />
              <span>{names.get(colId)}</span>
            </label>
            <Move
              sign="↑"
              label={t('common:columns.up', { column: names.get(colId) })}
              off={at === 0}
              onMove={() => change(colId, { by: -1 })}
            />
            <Move
              sign="↓"
              label={t('common:columns.down', { column: names.get(colId) })}
              off={at === choices.length - 1}
              onMove={() => change(colId, { by: 1 })}
            />
          </li>
        ))}
      </ul>
      <div className="columns-menu-foot">
        {(['comfortable', 'compact'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className="quick-filter"
            aria-pressed={density === each}
            onClick={() => dispatch(preferencesChanged({ density: each }))}
          >
            {t(`common:density.${each}`)}
          </button>
        ))}
        <Button
          small
          quiet
          disabled={!states}
          onClick={() => dispatch(columnsChanged({ grid, columns: null }))}
        >
          {t('common:columns.reset')}
        </Button>
      </div>
    </div>
  );
}

function Move({
  sign,
  label,
  off,
  onMove,
}: {
  sign: string;
  label: string;
  off: boolean;
  onMove: () => void;
}) {
  return (
    <button
      type="button"
      className="columns-move"
      aria-label={label}
      title={label}
      disabled={off}
      onClick={onMove}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

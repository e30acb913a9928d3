import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldError } from '../../../../contract/shared/envelope';
import {
  WISHES,
  type PlanSide,
  type QueueWish,
  type WhatIfQueue,
  type WishName,
} from '../../../../contract/team/what-if';
import { useLanguage } from '../../../i18n/use-language';
import { formatDay } from '../../../lib/format';
import { Figure, Difference } from './figure';
import { FIGURE_ROWS, type FigureRow } from './figure-rows';

const CENTAVOS = 100;

interface PlanPanelProps {
  day: string;
  queue: WhatIfQueue;
  wish: QueueWish | undefined;
  /** Problems of the last answer: why a wish was refused. */
  problems: readonly FieldError[];
  onWish: (name: WishName, value: number | null) => void;
}

/** The day's plan beside the one that is tried out: what can be changed above, what it comes to below. */
export function PlanPanel({ day, queue, wish, problems, onWish }: PlanPanelProps) {
  const { t } = useTranslation('what-if');
  const language = useLanguage();
  const { today, then } = queue;
  const { seats, people } = then.figures;
  return (
    <div className="small-table-place" role="region" aria-label={queue.queueName} tabIndex={0}>
      <table className="small-table what-if-table" aria-label={queue.queueName}>
        <thead>
          <tr>
            <th scope="col">{t('what-if:figure')}</th>
            <th scope="col" className="small-table-figure">
              {t('what-if:today', { day: formatDay(day, language, true) })}
            </th>
            <th scope="col" className="small-table-figure">
              {t('what-if:then')}
            </th>
            <th scope="col">{t('what-if:difference')}</th>
          </tr>
        </thead>
        <tbody>
          {WISHES.map((name) => (
            <tr key={name} className="what-if-wish">
              <th scope="row">{t(`what-if:wish.${name}`)}</th>
              <td className="small-table-figure">
                <Figure value={valueOf(name, today)} kind={kindOf(name)} />
              </td>
              <td className="small-table-figure">
                <Wish
                  name={name}
                  value={wish?.[name]}
                  planned={valueOf(name, today)}
                  then={valueOf(name, then)}
                  problem={problems.find(({ field }) => field.endsWith(name))}
                  onChange={(value) => onWish(name, value)}
                />
              </td>
              <td>
                <Difference
                  before={valueOf(name, today)}
                  after={valueOf(name, then)}
                  row={{ name: 'seats', kind: kindOf(name) }}
                />
                {name === 'seats' && seats !== people && (
                  <span className="what-if-problem" role="status">
                    {t(seats < people ? 'what-if:fewer' : 'what-if:beyond', { seats, people })}
                  </span>
                )}
              </td>
            </tr>
          ))}
          {FIGURE_ROWS.filter(({ name }) => !isWish(name)).map((row) => (
            <Line key={row.name} row={row} today={today} then={then} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ row, today, then }: { row: FigureRow; today: PlanSide; then: PlanSide }) {
  const { t } = useTranslation('what-if');
  const { name, kind, main } = row;
  const [before, after] = [today.figures[name], then.figures[name]];
  return (
    <tr className={main ? 'what-if-main' : undefined}>
      <th scope="row" title={t(`what-if:hint.${name}`)}>
        {t(`what-if:figures.${name}`)}
      </th>
      <td className="small-table-figure">
        <Figure value={before} kind={kind} />
      </td>
      <td className="small-table-figure">
        <Figure value={after} kind={kind} />
      </td>
      <td>
        <Difference before={before} after={after} row={row} />
      </td>
    </tr>
  );
}

interface WishProps {
  name: WishName;
  /** Undefined: it stays as it is planned. */
  value: number | undefined;
  planned: number | null;
  /** The value with the other changes. */
  then: number | null;
  problem: FieldError | undefined;
  onChange: (value: number | null) => void;
}

function Wish({ name, value, planned, then, problem, onChange }: WishProps) {
  const { t } = useTranslation('what-if');
  const scale = name === 'target' ? CENTAVOS : 1;
  const shown = value ?? then;
  // The number on duty follows from people: as many as planned is a wish of its own once somebody is absent.
  const isPlanned = (wished: number | null) => name !== 'seats' && wished === planned;
  return (
    <>
      <InputNumber<number>
        aria-label={t(`what-if:wish.${name}`)}
        aria-invalid={problem !== undefined}
        className="what-if-input"
        size="small"
        {...(problem && { status: 'error' as const })}
        value={shown === null ? null : shown / scale}
        precision={name === 'target' ? 2 : 0}
        min={name === 'perCapitaMax' || name === 'maxSeats' ? 1 : 0}
        max={1_000_000_000}
        onChange={(next) => {
          const wished = next === null ? null : Math.round(next * scale);
          onChange(isPlanned(wished) ? null : wished);
        }}
      />
      {problem && (
        <span className="what-if-problem" role="alert">
          {problem.message}
        </span>
      )}
    </>
  );
}

const kindOf = (name: WishName) => (name === 'target' ? 'money' : 'count');

function isWish(name: string): boolean {
  return WISHES.some((wish) => wish === name);
}

function valueOf(name: WishName, { limits, figures }: PlanSide): number | null {
  return name === 'seats' || name === 'target' ? figures[name] : limits[name];
}

import { App } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '../../../contract/permissions';
import { useCurrentUserQuery } from '../../api/session-api';
import { Button } from '../button';
import { MenuButton } from '../layers/menu-button';
import { Money } from '../money';
import { ActionDialog, type ActionField, type ActionInput } from './action-dialog';

/** An act on a row. Its button is `<words>:act.<id>`, its question `<words>:ask.<id>`. */
export interface RowAction<Row> {
  id: string;
  may: Permission;
  when?: (row: Row) => boolean;
  /** Asked before it is done. */
  ask?: boolean;
  /** Asked for in a dialog, and not done without. */
  needs?: readonly ActionField[];
  /** Shown where it is asked, beside the row's name. */
  about?: ((row: Row) => ReactNode) | undefined;
  danger?: boolean;
  /** For all marked rows, too. */
  many?: boolean;
  /** Row after row; what does them all at once, or asks in a way of its own, has `opens` instead. */
  act?: (row: Row, input: ActionInput) => Promise<{ error?: unknown; data?: unknown }>;
  /** Takes back what was done, of each row with the answer to it; offered for a while where it is given. */
  back?: (done: readonly Done<Row>[]) => Promise<unknown>;
  opens?: (rows: readonly Row[]) => void;
}

export interface Done<Row> {
  row: Row;
  answer: unknown;
}

/** How long an act may be taken back. */
const BACK_SECONDS = 60;

/**
 * Those of the acts that the signed-in user may do, and how one is done: asked for first, row after row, and told of.
 *
 * @param nameOf what people call a row; without it rows are counted
 */
export function useRowActions<Row>(
  acts: readonly RowAction<Row>[],
  words: string,
  onDone: () => void,
  nameOf?: (row: Row) => string,
) {
  const { t } = useTranslation([words, 'lists']);
  const { message, modal, notification } = App.useApp();
  const { data: user } = useCurrentUserQuery();
  const [busy, setBusy] = useState(false);
  const [pending, setPending] = useState<{ act: RowAction<Row>; rows: readonly Row[] } | null>(null);
  const allowed = acts.filter(({ may }) => user?.permissions.includes(may));
  const wordsOf = ({ id }: RowAction<Row>, count: number) => ({
    label: t(`${words}:act.${id}`),
    title: t(`${words}:ask.${id}`, { count }),
  });
  /** @returns the last refusal, or undefined */
  const perform = async (act: RowAction<Row>, rows: readonly Row[], input: ActionInput): Promise<unknown> => {
    setBusy(true);
    const done: Done<Row>[] = [];
    let refusal: unknown;
    // One after the other: what is refused is said by the server, row by row, and does not hold up the rest.
    for (const row of rows) {
      const answer = await act.act?.(row, input);
      if (answer?.error) refusal = answer.error;
      else done.push({ row, answer: answer?.data });
    }
    setBusy(false);
    if (done.length > 0) {
      onDone();
      const { label } = wordsOf(act, done.length);
      const names = done.slice(0, NAMED_DONE).map(({ row }) => nameOf?.(row));
      const rest = done.length - names.length;
      const text = nameOf
        ? t(rest > 0 ? 'lists:doneToMore' : 'lists:doneTo', { act: label, names: names.join(', '), rest })
        : t('lists:done', { count: done.length });
      if (act.back) offerBack(act.back, done, text);
      else void message.success(text);
    }
    return refusal;
  };
  const offerBack = (back: NonNullable<RowAction<Row>['back']>, done: readonly Done<Row>[], text: string) => {
    const key = `acts-${done.map(({ row }) => nameOf?.(row)).join()}`;
    const takeBack = () => {
      notification.destroy(key);
      void back(done).then(onDone);
    };
    const actions = (
      <Button small onClick={takeBack}>
        {t('lists:undo')}
      </Button>
    );
    notification.success({ key, title: text, duration: BACK_SECONDS, actions });
  };
  const run = async (act: RowAction<Row>, rows: readonly Row[]) => {
    if (act.opens) return act.opens(rows);
    if (act.needs) return setPending({ act, rows });
    const { label, title } = wordsOf(act, rows.length);
    const cancelText = t('common:action.cancel');
    const okButtonProps = { danger: act.danger ?? false };
    const content = <Concerned rows={rows} nameOf={nameOf} about={act.about} />;
    if (act.ask && !(await modal.confirm({ title, content, okText: label, cancelText, okButtonProps })))
      return;
    await perform(act, rows, {});
  };
  // As it is now: what there is to choose from may come after the dialog.
  const current = pending && (acts.find(({ id }) => id === pending.act.id) ?? pending.act);
  const dialog = pending && current && (
    <ActionDialog
      {...wordsOf(current, pending.rows.length)}
      danger={current.danger ?? false}
      words={words}
      needs={current.needs ?? []}
      about={<Concerned rows={pending.rows} nameOf={nameOf} about={current.about} />}
      submit={(input) => perform(current, pending.rows, input)}
      onClose={() => setPending(null)}
    />
  );
  return { allowed, run, busy, dialog };
}

const NAMED_DONE = 3;
const NAMED = 8;

type ConcernedProps<Row> = Pick<RowAction<Row>, 'about'> & {
  rows: readonly Row[];
  nameOf: ((row: Row) => string) | undefined;
};

/** Rows that an act is asked for: their names, and what it means for each. */
function Concerned<Row>({ rows, nameOf, about }: ConcernedProps<Row>) {
  const { t } = useTranslation('lists');
  if (!nameOf) return rows.length === 1 ? about?.(rows[0]!) : null;
  return (
    <>
      <ul className="acts-concerned">
        {rows.slice(0, NAMED).map((row, at) => (
          <li key={at}>
            <strong>{nameOf(row)}</strong> {about?.(row)}
          </li>
        ))}
      </ul>
      {rows.length > NAMED && <p>{t('lists:andMore', { count: rows.length - NAMED })}</p>}
    </>
  );
}

export type RowActions<Row> = ReturnType<typeof useRowActions<Row>>;

/** Those of the acts that the row allows. */
export const possible = <Row,>({ allowed }: RowActions<Row>, row: Row) =>
  allowed.filter(({ when }) => when?.(row) ?? true);

type RowActsProps<Row> = {
  row: Row;
  acts: RowActions<Row>;
  words: string;
  /** How many there is room for; the rest stand in a menu. */
  shown?: number;
  /** The act that comes next, which stands out. */
  next?: string | undefined;
};

export function RowActs<Row>({ row, acts, words, shown, next }: RowActsProps<Row>) {
  const { t } = useTranslation([words, 'lists']);
  const all = possible(acts, row);
  const label = ({ id }: RowAction<Row>) => t(`${words}:act.${id}`);
  const rest = shown === undefined ? [] : all.slice(shown);
  return (
    <span className="list-row-acts">
      {all.slice(0, shown).map((act) => (
        <Button
          key={act.id}
          small
          primary={act.id === next}
          quiet={act.id !== next}
          disabled={acts.busy}
          onClick={() => void acts.run(act, [row])}
        >
          {label(act)}
        </Button>
      ))}
      {rest.length > 0 && (
        <MenuButton
          label={t('lists:more')}
          className="button button-small button-quiet"
          placement="bottomRight"
          selected={[]}
          items={rest.map((act) => ({ key: act.id, label: label(act), disabled: acts.busy }))}
          onChoose={(key) => {
            const act = rest.find(({ id }) => id === key);
            if (act) void acts.run(act, [row]);
          }}
        >
          <span aria-hidden="true">⋯</span>
        </MenuButton>
      )}
    </span>
  );
}

type BatchProps<Row> = {
  rows: readonly Row[];
  acts: RowActions<Row>;
  words: string;
  sumOf: ((row: Row) => number) | undefined;
};

/** Over the table while rows are marked: how many, their sum, and what can be done to them. */
export function Batch<Row>({ rows, acts, words, sumOf }: BatchProps<Row>) {
  const { t } = useTranslation([words, 'lists']);
  return (
    <div className="list-batch" role="status">
      {t('lists:marked', { count: rows.length })}
      {sumOf && <Money value={rows.reduce((sum, row) => sum + sumOf(row), 0)} />}
      {acts.allowed
        .filter(({ many }) => many)
        .map((act) => {
          const fitting = rows.filter((row) => act.when?.(row) ?? true);
          return (
            <Button
              key={act.id}
              small
              disabled={fitting.length === 0}
              busy={acts.busy}
              onClick={() => void acts.run(act, fitting)}
            >
              {t(`${words}:act.${act.id}`)} ({fitting.length})
            </Button>
          );
        })}
    </div>
  );
}

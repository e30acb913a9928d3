import { App, Input } from 'antd';
import { useState } from 'react';
import type { Permission } from '../../../contract/permissions';
import { useCurrentUserQuery } from '../../api/session-api';
import { useWords } from '../../i18n/use-words';
import { Button } from '../button';

/** What can be done to a row. Its button is `<words>:act.<id>`, its question `<words>:ask.<id>`. */
export interface Act<Row> {
  id: string;
  may: Permission;
  when?: (row: Row) => boolean;
  /** Asked before it is done. */
  ask?: boolean;
  danger?: boolean;
  /** Asked for one, and not done without it. */
  reason?: true;
  /** For all marked rows, too. */
  many?: boolean;
  /** null: a dialog asks for more and does it. */
  act: (row: Row, reason: string) => Promise<{ error?: unknown }> | null;
}

/** Those of the acts that the signed-in user may do, and how one is done: asked for first, row after row, and told of. */
export function useActs<Row>(acts: readonly Act<Row>[], words: string) {
  const { t } = useWords(words, 'lists');
  const { message, modal } = App.useApp();
  const { data: user } = useCurrentUserQuery();
  const [busy, setBusy] = useState(false);
  const allowed = acts.filter(({ may }) => user?.permissions.includes(may));
  const run = async (act: Act<Row>, rows: readonly Row[]) => {
    const label = t(`${words}:act.${act.id}`);
    const cancelText = t('common:action.cancel');
    const title = t(`${words}:ask.${act.id}`, { count: rows.length });
    let reason = '';
    if (
      act.ask &&
      !(await modal.confirm({
        title,
        okText: label,
        cancelText,
        okButtonProps: { danger: act.danger ?? false },
        ...(act.reason && {
          content: (
            <Input
              maxLength={300}
              aria-label={t('lists:reason')}
              placeholder={t('lists:reason')}
              onChange={({ target }) => (reason = target.value.trim())}
            />
          ),
        }),
      }))
    )
      return;
    if (act.reason && !reason) return void message.warning(t('lists:reason-missing'));
    setBusy(true);
    let done = 0;
    // One after the other: what is refused is said by the server, row by row, and does not hold up the rest.
    for (const row of rows) {
      const answer = await act.act(row, reason);
      if (answer && !answer.error) done += 1;
    }
    setBusy(false);
    if (done > 0) void message.success(t('lists:done', { count: done }));
  };
  return { allowed, run, busy };
}

type Acts<Row> = ReturnType<typeof useActs<Row>>;

export function RowActs<Row>({ row, acts, words }: { row: Row; acts: Acts<Row>; words: string }) {
  const { t } = useWords(words);
  return (
    <span className="list-row-acts">
      {acts.allowed
        .filter(({ when }) => when?.(row) ?? true)
        .map((act) => (
          <Button key={act.id} small quiet disabled={acts.busy} onClick={() => void acts.run(act, [row])}>
            {t(`${words}:act.${act.id}`)}
          </Button>
        ))}
    </span>
  );
}

type BatchProps<Row> = { rows: readonly Row[]; acts: Acts<Row>; words: string; onDone: () => void };

/** Over the table while rows are marked: how many, and what can be done to them. */
export function Batch<Row>({ rows, acts, words, onDone }: BatchProps<Row>) {
  const { t } = useWords(words, 'lists');
  return (
    <div className="list-batch" role="status">
      {t('lists:marked', { count: rows.length })}
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
              onClick={() => void acts.run(act, fitting).then(onDone)}
            >
              {t(`${words}:act.${act.id}`)} ({fitting.length})
            </Button>
          );
        })}
    </div>
  );
}

import { App } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import type { CallError } from '../../api/envelope';
import { useWords } from '../../i18n/use-words';
import { newRequestId } from '../../lib/request-id';

interface Step<Body> {
  title: string;
  /** Figures of the act about to happen. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
  body: Body;
  /** Label of the second step's button. */
  confirm: string;
  /** Once it has happened. */
  done?: () => void;
}
type Send<Body> = (body: Body & { clientRequestId: string }) => PromiseLike<{ error?: unknown }>;

/**
 * A money act in two steps: the figures once more, then the call. Nothing is shown as done before the server said so. The
 * same act tried again after a lost answer goes out under the same request id, so it has one effect.
 *
 * @returns `ask` opens the second step; `problems` are the server's words for the fields of the last refusal.
 */
export function useMoneyAct<Body extends object>(send: Send<Body>) {
  const { t } = useWords();
  const { modal, message } = App.useApp();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const unanswered = useRef<{ body: string; id: string } | null>(null);

  const run = async (body: Body, done?: () => void): Promise<void> => {
    const text = JSON.stringify(body);
    const id = unanswered.current?.body === text ? unanswered.current.id : newRequestId();
    unanswered.current = { body: text, id };
    const answer = await send({ ...body, clientRequestId: id });
    const error = answer.error as CallError | undefined;
    setProblems(Object.fromEntries((error?.fields ?? []).map((field) => [field.field, field.message])));
    if (error && !isAnswered(error)) return;
    unanswered.current = null;
    if (error) return;
    done?.();
    void message.success(t('common:result.success'));
  };

  const ask = ({ title, facts, body, confirm, done }: Step<Body>) =>
    void modal.confirm({
      title,
      icon: null,
      content: (
        <dl className="money-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ),
      okText: confirm,
      cancelText: t('common:action.cancel'),
      onOk: () => run(body, done),
    });
  return { ask, run, problems };
}

/** The server understood and said no: nothing happened, and the next try is a new one. */
function isAnswered(error: CallError): boolean {
  return /^(\d\d|-\d)$/.test(error.code) && error.code !== '99';
}

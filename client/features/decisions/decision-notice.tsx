import './decisions.css';
import { App } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DecisionNotice as Decision } from '../../../contract/administration/decisions';
import { usePush } from '../../realtime/hooks';
import { contextText, DECISION_WORDS, decisionPath, decisionText } from './decision-words';

const SHOWN_SECONDS = 20;
const LINES = 3;
const KEY = 'decisions';

/** Notifies an administrator of decisions. Those that come while it is shown are added to the same notice, which counts them. */
export default function DecisionNotice() {
  const { t } = useTranslation(DECISION_WORDS);
  const { notification } = App.useApp();
  const shown = useRef(new Map<number, Decision>());
  const close = () => {
    notification.destroy(KEY);
    shown.current.clear();
  };
  usePush('decision.made', ({ data }) => {
    // The relay sends a decision again when it was interrupted.
    if (shown.current.has(data.id)) return;
    const decisions = [...shown.current.set(data.id, data).values()].reverse();
    const earlier = decisions.length - LINES;
    notification.info({
      key: KEY,
      role: 'status',
      duration: SHOWN_SECONDS,
      title: t('decisions:title', { count: decisions.length }),
      description: (
        <>
          <ul className="decisions">
            {decisions.slice(0, LINES).map((decision) => (
              <li key={decision.id}>
                {decisionText(decision, t)}
                <span className="muted"> {contextText(decision, t)}</span>{' '}
                <Link to={decisionPath(decision)} onClick={close}>
                  {t('decisions:show')}
                </Link>
              </li>
            ))}
          </ul>
          {earlier > 0 && <span className="muted">{t('decisions:earlier', { count: earlier })}</span>}
        </>
      ),
      onClose: () => shown.current.clear(),
    });
  });
  return null;
}

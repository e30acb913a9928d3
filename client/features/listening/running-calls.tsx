import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LISTEN_MODES, type ListenMode, type LiveCall } from '../../../contract/supervision/listening';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { SECOND_MS, useNow } from '../../state/clock';
import { Button } from '../../ui/button';
import { Running } from '../../ui/dates/time';
import { CaseOfCall } from './case-of-call';
import type { ListeningState } from './use-listening';

const KEYS: Record<ListenMode, keyof typeof SHORTCUTS> = {
  LISTEN: 'listen',
  WHISPER: 'whisper',
  BARGE: 'barge',
};

interface RunningCallsProps {
  calls: readonly LiveCall[];
  listening: ListeningState;
}

/** The calls that run, each with its clock, its case and the ways into it. */
export function RunningCalls({ calls, listening }: RunningCallsProps) {
  const { t } = useTranslation(['listening', 'calls', 'codes']);
  const [search] = useSearchParams();
  const now = useNow(SECOND_MS);
  const linkedCall = Number(search.get('call'));
  const body = useRef<HTMLTableSectionElement>(null);
  useCallKeys(body, calls, listening, linkedCall);
  return (
    <table className="listening-calls">
      <thead>
        <tr>
          <th>{t('listening:column.agent')}</th>
          <th>{t('listening:column.case')}</th>
          <th>{t('listening:column.contact')}</th>
          <th>{t('listening:column.state')}</th>
          <th className="listening-time">{t('listening:column.since')}</th>
          <th>{t('listening:column.acts')}</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {calls.map((call) => {
          const { callId, agentName, contactRelation, calledNumber, state } = call;
          return (
            <tr key={callId} data-call={callId} className={callId === linkedCall ? 'listening-asked' : ''}>
              <td>{agentName}</td>
              <td>
                <CaseOfCall call={call} />
              </td>
              <td>
                {contactRelation && t(`codes:relation.${contactRelation}`)}{' '}
                <span className="figure muted">{calledNumber}</span>
              </td>
              <td>{t(`calls:state.${state}`)}</td>
              <td className="listening-time">
                <Running since={call.answerTime ?? call.callTime} now={now} />
              </td>
              <td className="listening-acts">
                {LISTEN_MODES.map((mode) => (
                  <Button
                    key={mode}
                    small
                    aria-label={t(`listening:with.${mode}`, { name: agentName ?? '' })}
                    aria-keyshortcuts={SHORTCUTS[KEYS[mode]]}
                    aria-pressed={listening.now?.callId === callId && listening.now.mode === mode}
                    against={state === 'ANSWERED' ? null : t('listening:unanswered')}
                    onClick={() => void listening.begin(callId, mode)}
                  >
                    {t(`listening:mode.${mode}`)}
                  </Button>
                ))}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** j and k lead from call to call; a mode's key enters the one that has the focus, else the one heard, else the one linked. */
function useCallKeys(
  body: RefObject<HTMLTableSectionElement | null>,
  calls: readonly LiveCall[],
  { now, begin }: ListeningState,
  linkedCall: number,
): void {
  const rows = () => [...(body.current?.querySelectorAll('tr') ?? [])];
  const focused = () => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (by: 1 | -1) => {
    const at = focused();
    const next = at === -1 && by === -1 ? -1 : at + by;
    rows()
      .at(Math.max(0, Math.min(next, calls.length - 1)))
      ?.querySelector('button')
      ?.focus();
  };
  const enter = (mode: ListenMode) => {
    const row = rows()[focused()];
    const chosen = row ? Number(row.dataset['call']) : (now?.callId ?? linkedCall);
    const call = calls.find(({ callId }) => callId === chosen);
    if (call?.state === 'ANSWERED') void begin(call.callId, mode);
  };
  useShortcut(SHORTCUTS['next-row'], () => move(1));
  useShortcut(SHORTCUTS['previous-row'], () => move(-1));
  useShortcut(SHORTCUTS.listen, () => enter('LISTEN'));
  useShortcut(SHORTCUTS.whisper, () => enter('WHISPER'));
  useShortcut(SHORTCUTS.barge, () => enter('BARGE'));
}

import { App, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resigning, ScheduleRow } from '../../../contract/team/schedules';
import { businessDay } from '../../../contract/shared/date';
import { useLanguage } from '../../i18n/use-language';
import { formatDay } from '../../lib/format';
import { newRequestId } from '../../lib/request-id';
import { useClock } from '../../state/clock';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { Money } from '../../ui/money';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useResigningQuery, useSetSeatStatusMutation } from './schedules-api';

interface ResignDialogProps {
  /** Rows of one day. */
  rows: readonly ScheduleRow[];
  onClose: () => void;
}

/** The people who resign and the effect, named before it is done. Refused rows stay here; the rest is done. */
export function ResignDialog({ rows, onClose }: ResignDialogProps) {
  useReturnFocus();
  const { t } = useTranslation('schedules');
  const language = useLanguage();
  const { message } = App.useApp();
  const clock = useClock();
  const [ids] = useState(() => new Map(rows.map(({ userId }) => [userId, newRequestId()])));
  const [set] = useSetSeatStatusMutation();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useResigningQuery({ userIds: [...ids.keys()].join(',') });
  const submit = async () => {
    setBusy(true);
    let done = 0;
    for (const { userId, day, version } of rows) {
      const clientRequestId = ids.get(userId)!;
      const input = { userId, day, version, status: 'RESIGNED', confirmed: true, clientRequestId } as const;
      if (!(await set(input)).error) done += 1;
    }
    setBusy(false);
    if (done > 0) void message.success(t('schedules:resign.done', { count: done }));
    onClose();
  };
  const day = rows[0]?.day ?? '';
  const isLater = day > businessDay(new Date(clock()));
  const openCases = (data ?? []).reduce((sum, person) => sum + person.openCases, 0);
  return (
    <Modal
      open
      width={520}
      title={t('schedules:resign.title', { count: rows.length })}
      okText={t('schedules:act.RESIGNED')}
      okButtonProps={{ danger: true, disabled: !data?.length }}
      cancelText={t('common:action.cancel')}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {!data && !error && <PanelSkeleton lines={3} />}
      {error !== undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p>{t('schedules:resign.gone')}</p>}
      {data && data.length > 0 && (
        <>
          <p>
            {isLater
              ? t('schedules:resign.later', { day: formatDay(day, language) })
              : t('schedules:resign.now', { count: openCases })}
          </p>
          <ul className="resigning">
            {data.map((person) => (
              <Person key={person.userId} person={person} />
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}

function Person({ person }: { person: Resigning }) {
  const { t } = useTranslation(['schedules', 'codes']);
  const { name, username, extension, openCases, promised, amountDue, cases } = person;
  return (
    <li>
      <strong>{name}</strong> <span className="muted">{username}</span>
      {extension && <span> · {t('schedules:resign.phone', { extension })}</span>}
      <details open={openCases > 0 && openCases <= cases.length}>
        <summary>
          {t('schedules:resign.cases', { count: openCases })}
          {promised > 0 && `, ${t('schedules:resign.promised', { count: promised })}`} ·{' '}
          <Money value={amountDue} />
        </summary>
        <ul>
          {cases.map(({ id, loanId, borrowerName, status }) => (
            <li key={id}>
              {loanId} {borrowerName} <span className="muted">{t(`codes:case-status.${status}`)}</span>
            </li>
          ))}
          {openCases > cases.length && (
            <li className="muted">{t('schedules:resign.more', { count: openCases - cases.length })}</li>
          )}
        </ul>
      </details>
    </li>
  );
}

import { App, Popconfirm } from 'antd';
import {
  DEVICE_PURPOSES,
  type DeviceDataChange,
  type DeviceDataRow,
  type DevicePurpose,
} from '../../../contract/guard-policy';
import { useWords } from '../../i18n/use-words';
import { Button } from '../../ui/button';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Time } from '../../ui/time';
import { useChangeDeviceDataMutation, useDeviceDataQuery } from './settings-api';

export function DeviceData() {
  const { t } = useWords('settings');
  const { data, error, refetch } = useDeviceDataQuery();
  return (
    <section className="card" aria-label={t('settings:device.title')}>
      <header className="card-head">
        <h2>{t('settings:device.title')}</h2>
      </header>
      <p className="muted">{t('settings:device.hint')}</p>
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={2} />)}
      {data &&
        DEVICE_PURPOSES.map((purpose) => (
          <Purpose
            key={purpose}
            purpose={purpose}
            row={data.find((each) => each.purpose === purpose && each.endedAt === null)}
          />
        ))}
    </section>
  );
}

function Purpose({ purpose, row }: { purpose: DevicePurpose; row: DeviceDataRow | undefined }) {
  const { t } = useWords('settings');
  const state = !row ? 'none' : row.approvedAt === null ? 'requested' : 'approved';
  return (
    <div className="setting-purpose">
      <div>
        <strong>{t(`settings:device.purpose.${purpose}`)}</strong>{' '}
        <span
          className={state === 'approved' ? 'tag tag-good' : state === 'requested' ? 'tag tag-warn' : 'tag'}
        >
          {t(`settings:device.state.${state}`)}
        </span>
        {row && (
          <p className="muted">
            {t('settings:device.requested', { name: row.requestedBy })} <Time value={row.requestedAt} />
            {row.approvedAt && (
              <>
                {' · '}
                {t('settings:device.approved', { name: row.approvedBy })} <Time value={row.approvedAt} />
              </>
            )}
          </p>
        )}
      </div>
      <PurposeActs purpose={purpose} row={row} />
    </div>
  );
}

function PurposeActs({ purpose, row }: { purpose: DevicePurpose; row: DeviceDataRow | undefined }) {
  const { t } = useWords('settings', 'forms');
  const { message } = App.useApp();
  const [change, { isLoading }] = useChangeDeviceDataMutation();
  const acts: readonly DeviceDataChange['act'][] = !row
    ? ['request']
    : row.approvedAt
      ? ['end']
      : ['approve', 'end'];
  const send = async (act: DeviceDataChange['act']) => {
    const answer = await change({ purpose, act });
    if (!answer.error) void message.success(t('forms:saved'));
  };
  return (
    <span className="entity-buttons">
      {acts.map((act) => (
        <Popconfirm
          key={act}
          title={t(`settings:device.ask.${act}`)}
          okText={t(`settings:device.act.${act}`)}
          cancelText={t('common:action.cancel')}
          onConfirm={() => void send(act)}
        >
          <Button small busy={isLoading}>
            {t(`settings:device.act.${act}`)}
          </Button>
        </Popconfirm>
      ))}
    </span>
  );
}

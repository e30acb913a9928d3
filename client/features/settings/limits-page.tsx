import type { MessageLimits, MessageLimitsVersion } from '../../../contract/messages';
import { useWords } from '../../i18n/use-words';
import { FieldGroup } from './field-group';
import { History } from './history';
import { LIMIT_FIELDS, LIMIT_GROUPS } from './limits-fields';
import { SettingForm } from './setting-form';
import { SettingsFrame } from './settings-frame';
import { useChangeMessageLimitsMutation, useMessageLimitsQuery } from './settings-api';
import { useSetting } from './use-setting';
import { nested, type Version } from './values';

const versionOf = ({ version, changedBy, changedAt, ...limits }: MessageLimitsVersion): Version => ({
  version,
  by: changedBy,
  at: changedAt,
  values: Object.fromEntries(LIMIT_FIELDS.map(({ name }) => [name, limits[name as keyof MessageLimits]])),
});

/** How many messages a person may send and a case may get, and how long one may be. */
export function Component() {
  const { t } = useWords('settings', 'shell');
  const { data, error, refetch } = useMessageLimitsQuery();
  const [change, { isLoading }] = useChangeMessageLimitsMutation();
  const inForce = data && versionOf(data);
  const setting = useSetting({
    fields: LIMIT_FIELDS,
    prefix: '',
    inForce,
    saving: isLoading,
    send: ({ version, values }) => change({ ...(nested(values) as MessageLimits), version }),
    refetch,
  });
  return (
    <SettingsFrame
      place="limits"
      inForce={inForce}
      error={error}
      onRetry={refetch}
      aside={
        setting &&
        inForce && (
          <History
            fields={LIMIT_FIELDS}
            inForce={inForce}
            versions={data?.history.map(versionOf)}
            error={error}
            onRetry={refetch}
            restore={{ act: ({ values }) => setting.fill(values), atOnce: false }}
          />
        )
      }
    >
      {setting && (
        <SettingForm label={t('shell:settings.limits')} setting={setting}>
          {LIMIT_GROUPS.map(({ id, fields }) => (
            <FieldGroup key={id} id={id} fields={fields} setting={setting} />
          ))}
        </SettingForm>
      )}
    </SettingsFrame>
  );
}

import { useState } from 'react';
import type { Weights, WeightsInForce } from '../../../contract/priorities';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { useWords } from '../../i18n/use-words';
import { FieldGroup } from './field-group';
import { History } from './history';
import { OrderPreview } from './order-preview';
import { SettingForm } from './setting-form';
import { SettingsFrame } from './settings-frame';
import { useChangeWeightsMutation, useWeightsHistoryQuery, useWeightsQuery } from './settings-api';
import { useSetting } from './use-setting';
import { flat, nested, type Version } from './values';
import { WEIGHT_FIELDS, WEIGHT_GROUPS } from './weights-fields';

const versionOf = ({ version, weights, changedBy, changedAt }: WeightsInForce): Version => ({
  version, values: flat(weights), by: changedBy, at: changedAt,
}); // prettier-ignore

/** What each fact is worth in the order of a collector's list. */
export function Component() {
  const { t } = useWords('settings', 'shell');
  const { data, error, refetch } = useWeightsQuery();
  const [change, { isLoading }] = useChangeWeightsMutation();
  const inForce = data && versionOf(data);
  const setting = useSetting({
    fields: WEIGHT_FIELDS,
    prefix: 'weights.',
    inForce,
    saving: isLoading,
    send: ({ version, values }) => change({ version, weights: nested(values) as Weights }),
    refetch,
  });
  return (
    <SettingsFrame
      place="priorities"
      inForce={inForce}
      error={error}
      onRetry={refetch}
      aside={
        setting &&
        inForce && (
          <>
            <OrderPreview setting={setting} inForce={inForce.values} />
            <WeightsHistory inForce={inForce} onUse={setting.fill} />
          </>
        )
      }
    >
      {setting && (
        <SettingForm label={t('shell:settings.priorities')} setting={setting}>
          {WEIGHT_GROUPS.map(({ id, fields }) => (
            <FieldGroup key={id} id={id} fields={fields} setting={setting} />
          ))}
        </SettingForm>
      )}
    </SettingsFrame>
  );
}

function WeightsHistory({
  inForce,
  onUse,
}: {
  inForce: Version;
  onUse: (values: Version['values']) => void;
}) {
  const [shown, setShown] = useState<number>(PAGE_SIZE.table);
  // One more than is shown: what the last one changed is told by the one before it.
  const { data, error, refetch } = useWeightsHistoryQuery(shown + 1);
  return (
    <History
      fields={WEIGHT_FIELDS}
      inForce={inForce}
      versions={data?.result.map(versionOf)}
      shown={shown}
      error={error}
      onRetry={refetch}
      onMore={() => setShown(shown + PAGE_SIZE.table)}
      restore={{ act: ({ values }) => onUse(values), atOnce: false }}
    />
  );
}

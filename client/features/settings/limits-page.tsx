import { MessageLimits, type MessageLimitsVersion } from '../../../contract/contact/messages';
import type { Version } from '../../ui/entity-form/values';
import { FromAbove } from './from-above';
import { History } from './history';
import { LIMIT_GROUPS } from '../../domain/settings/limits-fields';
import { SettingPage } from './setting-page';
import { useChangeMessageLimitsMutation, useMessageLimitsQuery } from './settings-api';

const versionOf = ({ version, changedBy, changedAt, ...limits }: MessageLimitsVersion): Version => ({
  version, by: changedBy, at: changedAt, values: MessageLimits.parse(limits), unset: version === 0,
}); // prettier-ignore

export function Component() {
  const answer = useMessageLimitsQuery();
  const [change] = useChangeMessageLimitsMutation();
  return (
    <SettingPage
      place="limits"
      schema={MessageLimits}
      groups={LIMIT_GROUPS}
      inForce={answer.data && versionOf(answer.data)}
      answer={answer}
      send={({ version, values }) => change({ ...MessageLimits.parse(values), version })}
      aside={(form, inForce) => (
        <>
          {answer.data && (
            <FromAbove
              fields={form.fields}
              own={inForce.values}
              inForce={{ ...answer.data.inForce }}
              bound={answer.data.bound}
            />
          )}
          <History
            fields={form.fields}
            inForce={inForce}
            versions={answer.data?.history.map(versionOf)}
            answer={answer}
            restore={{ act: ({ values }) => form.fill(values), atOnce: false }}
          />
        </>
      )}
    />
  );
}

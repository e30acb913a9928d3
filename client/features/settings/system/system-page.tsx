import { SystemLimits } from '../../../../contract/administration/configuration';
import { ConfiguredPage } from './configured-page';
import { useChangeSystemLimitsMutation, useSystemLimitsQuery } from './system-api';
import { SYSTEM_GROUPS } from './system-fields';

export function Component() {
  const [change] = useChangeSystemLimitsMutation();
  return (
    <ConfiguredPage<'limits'>
      place="system"
      name="limits"
      schema={SystemLimits}
      groups={SYSTEM_GROUPS}
      answer={useSystemLimitsQuery()}
      send={change}
    />
  );
}

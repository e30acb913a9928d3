import { AnomalyRules } from '../../../../contract/supervision/anomalies';
import { ConfiguredPage } from './configured-page';
import { useAnomalyRulesQuery, useChangeAnomalyRulesMutation } from './system-api';
import { ANOMALY_GROUPS } from './system-fields';

export function Component() {
  const [change] = useChangeAnomalyRulesMutation();
  return (
    <ConfiguredPage<'anomalies'>
      place="anomalies"
      schema={AnomalyRules}
      groups={ANOMALY_GROUPS}
      answer={useAnomalyRulesQuery()}
      send={change}
    />
  );
}

import { Weights, type WeightsInForce } from '../../../contract/cases/priorities';
import { flat, nested, type Version } from '../../ui/entity-form/values';
import { History, useShown } from './history';
import { OrderPreview } from './order-preview';
import { SettingPage } from './setting-page';
import { useChangeWeightsMutation, useWeightsHistoryQuery, useWeightsQuery } from './settings-api';
import { WEIGHT_GROUPS } from '../../domain/settings/weights-fields';

const versionOf = ({ version, weights, changedBy, changedAt }: WeightsInForce): Version => ({
  version, values: flat(weights), by: changedBy, at: changedAt,
}); // prettier-ignore

export function Component() {
  const answer = useWeightsQuery();
  const more = useShown();
  const history = useWeightsHistoryQuery(more.asked);
  const [change] = useChangeWeightsMutation();
  return (
    <SettingPage
      place="priorities"
      schema={Weights}
      groups={WEIGHT_GROUPS}
      prefix="weights."
      inForce={answer.data && versionOf(answer.data)}
      answer={answer}
      send={({ version, values }) => change({ version, weights: nested(values) as Weights })}
      aside={(form, inForce) => (
        <>
          <OrderPreview draft={form} inForce={inForce.values} />
          <History
            fields={form.fields}
            inForce={inForce}
            versions={history.data?.result.map(versionOf)}
            answer={history}
            more={more}
            restore={{ act: ({ values }) => form.fill(values), atOnce: false }}
          />
        </>
      )}
    />
  );
}

import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ContactPolicy } from '../../../contract/contact/contact-compliance';
import { type PolicyVersion } from '../../../contract/contact/policy';
import type { FieldGroup } from '../../ui/entity-form/fields';
import { flat, nested, type Version } from '../../ui/entity-form/values';
import { FromAbove } from './from-above';
import { FixedRules, RuleKind } from './fixed-rules';
import { History, useShown } from './history';
import { POLICY_GROUPS, RULES_OF } from '../../domain/settings/policy-fields';
import { PolicySimulation } from './policy-simulation';
import { SettingPage } from './setting-page';
import {
  useChangeContactPolicyMutation,
  useContactPolicyHistoryQuery,
  useContactPolicyQuery,
  useRevertContactPolicyMutation,
} from './settings-api';

const NOTE_LENGTH = 200;

const versionOf = ({ version, policy, note, reverts, createdBy, createdAt }: PolicyVersion): Version => ({
  version, values: flat(policy), note, reverts, by: createdBy, at: createdAt, unset: version === 0,
}); // prettier-ignore

export function Component() {
  const { t } = useTranslation('settings');
  const { message } = App.useApp();
  const answer = useContactPolicyQuery();
  const more = useShown();
  const history = useContactPolicyHistoryQuery(more.asked);
  const [change] = useChangeContactPolicyMutation();
  const [revert, { isLoading }] = useRevertContactPolicyMutation();
  const rules = answer.data?.rules;
  const bringBack = async ({ version: to }: Version, { version }: Version) => {
    const { error } = await revert({ version, to });
    if (error) void history.refetch();
    else void message.success(t('settings:history.reverted', { version: to }));
  };
  const kindOf = ({ id }: FieldGroup) => {
    const isLaw = RULES_OF[id]?.some((rule) => rules?.[rule] !== 'policy');
    const extra = <RuleKind kind={isLaw ? 'legal' : 'policy'} stricter={id === 'legal'} />;
    return { extra, ...(isLaw && { tone: 'law' as const }) };
  };
  return (
    <SettingPage
      place="policy"
      schema={ContactPolicy}
      groups={POLICY_GROUPS}
      prefix="policy."
      inForce={answer.data && versionOf(answer.data)}
      answer={answer}
      noteLength={NOTE_LENGTH}
      extraOf={kindOf}
      send={({ version, values, note }) => change({ version, note, policy: nested(values) as ContactPolicy })}
      aside={(form, inForce) => (
        <>
          {answer.data && (
            <FromAbove
              fields={form.fields}
              own={inForce.values}
              inForce={flat(answer.data.inForce)}
              bound={answer.data.bound}
            />
          )}
          <PolicySimulation draft={form} />
          {rules && <FixedRules rules={rules} />}
          <History
            fields={form.fields}
            inForce={inForce}
            versions={history.data?.result.map(versionOf)}
            answer={history}
            more={more}
            restore={{
              act: (version) => void bringBack(version, inForce),
              atOnce: true,
              disabled: form.changes.length > 0 || isLoading,
            }}
          />
        </>
      )}
    />
  );
}

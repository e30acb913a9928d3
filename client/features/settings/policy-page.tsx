import { App } from 'antd';
import { useState } from 'react';
import type { GuardPolicy, PolicyAnswer, PolicyVersion } from '../../../contract/guard';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { useWords } from '../../i18n/use-words';
import { DeviceData } from './device-data';
import { FieldGroup } from './field-group';
import { FixedRules, RuleKind } from './fixed-rules';
import { History } from './history';
import { POLICY_FIELDS, POLICY_GROUPS } from './policy-fields';
import { SettingForm } from './setting-form';
import { SettingsFrame } from './settings-frame';
import {
  useChangeGuardPolicyMutation,
  useGuardPolicyHistoryQuery,
  useGuardPolicyQuery,
  useRevertGuardPolicyMutation,
} from './settings-api';
import { type Setting, useSetting } from './use-setting';
import { flat, nested, type Version } from './values';

const NOTE_LENGTH = 200;

const versionOf = ({ version, policy, note, reverts, createdBy, createdAt }: PolicyVersion): Version => ({
  version, values: flat(policy), note, reverts, by: createdBy, at: createdAt,
}); // prettier-ignore

/** Who may be contacted, when and how often: the law, and what the company makes of it. */
export function Component() {
  const { t } = useWords('settings', 'shell');
  const { data, error, refetch } = useGuardPolicyQuery();
  const [change, { isLoading }] = useChangeGuardPolicyMutation();
  const inForce = data && versionOf(data);
  const setting = useSetting({
    fields: POLICY_FIELDS,
    prefix: 'policy.',
    inForce,
    saving: isLoading,
    send: ({ version, values, note }) => change({ version, note, policy: nested(values) as GuardPolicy }),
    refetch,
  });
  return (
    <SettingsFrame
      place="policy"
      inForce={inForce}
      error={error}
      onRetry={refetch}
      aside={
        setting &&
        inForce && (
          <>
            <FixedRules rules={data.rules} />
            <DeviceData />
            <PolicyHistory inForce={inForce} disabled={setting.changes.length > 0} />
          </>
        )
      }
    >
      {setting && data && (
        <SettingForm label={t('shell:settings.policy')} setting={setting} noteLength={NOTE_LENGTH}>
          <PolicyGroups setting={setting} rules={data.rules} />
        </SettingForm>
      )}
    </SettingsFrame>
  );
}

function PolicyGroups({ setting, rules }: { setting: Setting; rules: PolicyAnswer['rules'] }) {
  return POLICY_GROUPS.map((group) => {
    const isLaw = group.rules.some((rule) => rules[rule] !== 'policy');
    return (
      <FieldGroup
        key={group.id}
        id={group.id}
        extra={<RuleKind kind={isLaw ? 'legal' : 'policy'} stricter={group.id === 'legal'} />}
        {...(isLaw && { tone: 'law' as const })}
        fields={group.fields}
        setting={setting}
      />
    );
  });
}

function PolicyHistory({ inForce, disabled }: { inForce: Version; disabled: boolean }) {
  const { t } = useWords('settings');
  const { message } = App.useApp();
  const [shown, setShown] = useState<number>(PAGE_SIZE.table);
  // One more than is shown: what the last one changed is told by the one before it.
  const { data, error, refetch } = useGuardPolicyHistoryQuery(shown + 1);
  const [revert, { isLoading }] = useRevertGuardPolicyMutation();
  const bringBack = async ({ version }: Version) => {
    const answer = await revert({ version: inForce.version, to: version });
    if (!answer.error) void message.success(t('settings:history.reverted', { version }));
    else void refetch();
  };
  return (
    <History
      fields={POLICY_FIELDS}
      inForce={inForce}
      versions={data?.result.map(versionOf)}
      shown={shown}
      error={error}
      onRetry={refetch}
      onMore={() => setShown(shown + PAGE_SIZE.table)}
      restore={{ act: (version) => void bringBack(version), atOnce: true, disabled: disabled || isLoading }}
    />
  );
}

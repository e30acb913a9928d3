import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ContactPolicy } from '../../../contract/contact/contact-compliance';
import type { PolicySaved, PolicyVersion } from '../../../contract/contact/policy';
import { loosens } from '../../../contract/contact/policy-levels';
import { IdText } from '../../../contract/shared/id';
import { useCurrentUserQuery } from '../../api/session-api';
import type { FieldGroup } from '../../ui/entity-form/fields';
import type { FormState } from '../../ui/entity-form/use-form-state';
import { nested, type Version } from '../../ui/entity-form/values';
import { FromAbove } from './from-above';
import { FixedRules, RuleKind } from './fixed-rules';
import { History, useShown } from './history';
import { POLICY_GROUPS, policyValues, RULES_OF } from '../../domain/settings/policy-fields';
import { PolicySimulation, PolicyTrialLine } from './policy-simulation';
import { SettingPage } from './setting-page';
import { LooserTag } from './looser-tag';
import { WaitingChange } from '../../domain/approvals/waiting-change';
import {
  useChangeContactPolicyMutation,
  useContactPolicyHistoryQuery,
  useContactPolicyQuery,
  useRevertContactPolicyMutation,
} from './settings-api';

const NOTE_LENGTH = 200;

const versionOf = (given: PolicyVersion): Version => {
  const { version, policy, note, reverts, createdBy: by, createdAt: at, approvedBy } = given;
  return { version, values: policyValues(policy), note, reverts, by, at, approvedBy, unset: version === 0 };
};

const waits = (answer: unknown) => (answer as PolicySaved).approvalId !== null;

export function Component() {
  const { t } = useTranslation(['settings', 'forms']);
  const { message } = App.useApp();
  const { data: me } = useCurrentUserQuery();
  const [search] = useSearchParams();
  const institutionId = IdText.safeParse(search.get('institutionId')).data;
  const of = institutionId === undefined ? {} : { institutionId };
  const isElsewhere = institutionId !== undefined && institutionId !== me?.institutionId;
  const answer = useContactPolicyQuery(of);
  const more = useShown();
  const history = useContactPolicyHistoryQuery({ ...of, size: more.asked });
  const [change] = useChangeContactPolicyMutation();
  const [revert, { isLoading }] = useRevertContactPolicyMutation();
  const { rules, waiting } = answer.data ?? {};
  const bringBack = async ({ version: to }: Version, { version }: Version) => {
    const { data, error } = await revert({ ...of, version, to });
    if (error) void history.refetch();
    else
      void message.success(waits(data) ? t('forms:asked') : t('settings:history.reverted', { version: to }));
  };
  const isLooser = ({ changes, problems, values }: FormState) => {
    const from = answer.data?.loosest;
    const isWhole = changes.length > 0 && Object.keys(problems).length === 0;
    return isWhole && !!from && loosens(from, nested(values) as ContactPolicy);
  };
  const kindOf = ({ id }: FieldGroup) => {
    const isLaw = RULES_OF[id]?.some((rule) => rules?.[rule] !== 'policy');
    const extra = <RuleKind kind={isLaw ? 'legal' : 'policy'} stricter={id === 'legal'} />;
    return { extra, ...(isLaw && { tone: 'law' as const }) };
  };
  return (
    <SettingPage
      key={institutionId}
      place="policy"
      of={isElsewhere ? answer.data?.institutionName : undefined}
      schema={ContactPolicy}
      groups={POLICY_GROUPS}
      prefix="policy."
      inForce={answer.data && versionOf(answer.data)}
      answer={answer}
      noteLength={NOTE_LENGTH}
      extraOf={kindOf}
      waits={waits}
      send={({ version, values, note }) =>
        change({ ...of, version, note, policy: nested(values) as ContactPolicy })
      }
      beside={(form) => isLooser(form) && <LooserTag />}
      aside={(form, inForce) => (
        <>
          {waiting && (
            <WaitingChange
              words="settings"
              fields={form.fields}
              inForce={inForce}
              waiting={waiting}
              values={policyValues(waiting.policy)}
            >
              {waiting.trial ? (
                <PolicyTrialLine trial={waiting.trial} />
              ) : (
                <p className="muted">{t('settings:waiting.untried')}</p>
              )}
            </WaitingChange>
          )}
          {answer.data && (
            <FromAbove
              fields={form.fields}
              own={inForce.values}
              inForce={policyValues(answer.data.inForce)}
              bound={answer.data.bound}
            />
          )}
          <PolicySimulation draft={form} of={of} />
          {rules && <FixedRules rules={rules} />}
          <History
            fields={form.fields}
            inForce={inForce}
            versions={history.data?.result.map(versionOf)}
            answer={history}
            more={more}
            moreOf={({ version }) => <Tried version={version} versions={history.data?.result} />}
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

/** How a version would have decided, when that was tried out before it was saved. */
function Tried({
  version,
  versions = [],
}: {
  version: number;
  versions: readonly PolicyVersion[] | undefined;
}) {
  const trial = versions.find((one) => one.version === version)?.trial;
  return trial ? <PolicyTrialLine trial={trial} /> : null;
}

import type { ReactNode } from 'react';
import { allowsMore, type Allowance } from '../../../../contract/administration/allowances';
import type { z } from 'zod';
import type {
  Configured,
  ConfiguredAnswer,
  ConfiguredName,
  ConfiguredSaved,
} from '../../../../contract/administration/configuration';
import type { QueryState } from '../../../api/query-state';
import type { FieldGroup } from '../../../ui/entity-form/fields';
import type { FormState } from '../../../ui/entity-form/use-form-state';
import type { Values, Version } from '../../../ui/entity-form/values';
import { History } from '../history';
import { SettingPage } from '../setting-page';
import type { SettingPlace } from '../setting-places';
import { LooserTag } from '../looser-tag';
import { WaitingChange } from '../../../domain/approvals/waiting-change';

type Stated = { version: number; changedBy: string | null; changedAt: string | null };
type Sent = { version: number; clientRequestId: string };

interface ConfiguredPageProps<Name extends ConfiguredName> {
  place: SettingPlace['label'];
  /** Set where more is allowed by two administrators alone. */
  name?: Allowance;
  schema: z.ZodType<Configured[Name]>;
  groups: readonly FieldGroup[];
  answer: QueryState<ConfiguredAnswer<Name>>;
  send: (change: Configured[Name] & Sent) => Promise<{ data?: unknown; error?: unknown }>;
  /** Over the history. */
  before?: (form: FormState) => ReactNode;
}

const waits = (answer: unknown) => Boolean((answer as Partial<ConfiguredSaved>).approvalId);

/** A page of the configuration: what is in force, its fields, and its versions. */
export function ConfiguredPage<Name extends ConfiguredName>(props: ConfiguredPageProps<Name>) {
  const { place, name, schema, groups, answer, send, before } = props;
  const waiting = answer.data?.waiting ?? null;
  const isMore = ({ changes, problems, base, values }: FormState) =>
    changes.length > 0 &&
    Object.keys(problems).length === 0 &&
    name !== undefined &&
    allowsMore(name, schema.parse(base.values) as never, schema.parse(values) as never);
  const versionOf = (stated: Stated): Version => {
    const { version, changedBy, changedAt } = stated;
    return { version, by: changedBy, at: changedAt, values: schema.parse(stated) as unknown as Values };
  };
  return (
    <SettingPage
      place={place}
      schema={schema}
      groups={groups}
      inForce={answer.data && versionOf(answer.data)}
      answer={answer}
      send={({ version, values, clientRequestId }) =>
        send({ ...schema.parse(values), version, clientRequestId })
      }
      waits={waits}
      beside={(form) => isMore(form) && <LooserTag />}
      aside={(form, inForce) => (
        <>
          {waiting && (
            <WaitingChange
              words="settings"
              fields={form.fields}
              inForce={inForce}
              waiting={waiting}
              values={waiting.document as unknown as Values}
            />
          )}
          {before?.(form)}
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

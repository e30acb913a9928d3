import type { ReactNode } from 'react';
import type { z } from 'zod';
import type {
  Configured,
  ConfiguredAnswer,
  ConfiguredName,
} from '../../../../contract/administration/configuration';
import type { Answer } from '../../../api/answer';
import type { FieldGroup } from '../../../ui/entity-form/fields';
import type { Draft } from '../../../ui/entity-form/use-draft';
import type { Values, Version } from '../../../ui/entity-form/values';
import { History } from '../history';
import { SettingPage } from '../setting-page';
import type { SettingPlace } from '../setting-places';

type Stated = { version: number; changedBy: string | null; changedAt: string | null };
type Sent = { version: number; clientRequestId: string };

interface ConfiguredPageProps<Name extends ConfiguredName> {
  place: SettingPlace['label'];
  schema: z.ZodType<Configured[Name]>;
  groups: readonly FieldGroup[];
  answer: Answer<ConfiguredAnswer<Name>>;
  send: (change: Configured[Name] & Sent) => Promise<{ data?: unknown; error?: unknown }>;
  /** Over the history. */
  before?: (draft: Draft) => ReactNode;
}

/** A page of the configuration: what is in force, its fields, and its versions. */
export function ConfiguredPage<Name extends ConfiguredName>(props: ConfiguredPageProps<Name>) {
  const { place, schema, groups, answer, send, before } = props;
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
      aside={(draft, inForce) => (
        <>
          {before?.(draft)}
          <History
            fields={draft.fields}
            inForce={inForce}
            versions={answer.data?.history.map(versionOf)}
            answer={answer}
            restore={{ act: ({ values }) => draft.fill(values), atOnce: false }}
          />
        </>
      )}
    />
  );
}

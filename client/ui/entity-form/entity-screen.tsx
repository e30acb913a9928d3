import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { z } from 'zod';
import type { PendingApproval } from '../../../contract/administration/approvals';
import type { Permission } from '../../../contract/permissions';
import type { CurrentUser } from '../../../contract/session';
import { addDays, businessDay } from '../../../contract/shared/date';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { useNow } from '../../state/clock';
import { useBack } from '../visits/use-back';
import { EntityPage } from './entity-page';
import { type FieldGroup, fieldsOf, groupsOf, type Layout } from './fields';
import { type FormState, useFormState } from './use-form-state';
import type { Options } from './value-text';
import { flat, nested, type Values } from './values';

interface EntityRow {
  version: number;
  updatedBy?: string | null;
  updatedAt?: string | null;
}
export type FormChange<Form> = Form & {
  id?: number;
  version?: number;
  follows?: number;
  clientRequestId: string;
};

interface EntityScreen<Row extends EntityRow, Form extends object> {
  /** Namespace of its words: `list.title`, `list.add`, `field.*`, `group.*`. */
  words: string;
  /** As the audit names it: its changes are linked. */
  noun?: string | undefined;
  schema: z.ZodType<Form>;
  /** Replaces `schema` for a new one, which must have more than one that exists. */
  newSchema?: z.ZodType<Form>;
  layout: Layout;
  may: Permission;
  /** A permission that is enough for these fields of a row that exists. */
  mayPart?: { may: Permission; fields: readonly string[] };
  /** The address of the list. */
  list: string;
  /** The address of a row that was just added; without it every save leads to the list. */
  path?: (id: number) => string;
  useOne: (
    id: number,
    options: { skip: boolean },
  ) => { data?: Row | null; error?: unknown; refetch: () => unknown };
  useSave: () => (change: FormChange<Form>) => PromiseLike<{ data?: unknown; error?: unknown }>;
  title: (row: Row, t: TFunction) => string;
  /** Values of a new one, and of fields that a row does not have. */
  blank: (me: CurrentUser, tomorrow: string) => object;
  /** Values in which a new one differs from the row of `?like=`. */
  next?: (row: Row, tomorrow: string) => object;
  /** A new one that begins as the row of `?like=` takes its place: it is sent as `follows`. */
  follows?: true;
  /** True when nobody may change the row any more. */
  isFixed?: (row: Row) => boolean;
  /** The groups that are shown for the values of a form; `row` is null for a new one. */
  groupsFor?: (groups: readonly FieldGroup[], values: Values, row: Row | null) => readonly FieldGroup[];
  /** Choices of fields where the contract has none. */
  useOptions: (id: number | null) => (values: Values) => Options;
  Extra?: ComponentType<{ row: Row }>;
  Aside?: ComponentType<{ row: Row | null; draft: FormState }>;
}

/** The form of a noun: its row by the id in the address, or a new one without; values, permission and saving as every form's. */
export function entityScreen<Row extends EntityRow, Form extends object>(screen: EntityScreen<Row, Form>) {
  const { newSchema = screen.schema, layout } = screen;
  const known = { schema: screen.schema, groups: groupsOf(screen.schema, layout) };
  const added = { schema: newSchema, groups: groupsOf(newSchema, layout) };
  return function Screen() {
    const { id } = useParams();
    const [search] = useSearchParams();
    const like = Number(search.get('like'));
    const shown = { id: id ? Number(id) : null, like, screen, ...(id ? known : added) };
    return <Editor key={`${id} ${like}`} {...shown} />;
  };
}

interface EditorProps<Row extends EntityRow, Form extends object> {
  id: number | null;
  like: number;
  screen: EntityScreen<Row, Form>;
  schema: z.ZodType<Form>;
  groups: readonly FieldGroup[];
}

function Editor<Row extends EntityRow, Form extends object>({
  id,
  like,
  screen,
  schema,
  groups,
}: EditorProps<Row, Form>) {
  const { words, list, path, next, useOptions, Extra, Aside } = screen;
  const fields = fieldsOf(groups);
  const { t } = useTranslation([words, ...fields.flatMap((field) => field.words?.split(':')[0] ?? [])]);
  const navigate = useNavigate();
  const back = useBack(list);
  const { data: me } = useCurrentUserQuery();
  const tomorrow = addDays(businessDay(new Date(useNow())), 1);
  const known = id ?? like;
  const answer = screen.useOne(known, { skip: known === 0 });
  const found = answer.data ?? null;
  const row = id === null ? null : found;
  const save = screen.useSave();
  const blank = me && flat(screen.blank(me, tomorrow));
  const valuesOf = (document: object): Values => {
    const values = { ...blank, ...flat(document) };
    return Object.fromEntries(fields.flatMap(({ name }) => (name in values ? [[name, values[name]!]] : [])));
  };
  const fresh = () => {
    if (like === 0) return { version: 0, isNew: true, values: blank! };
    return found && { version: 0, isNew: true, values: valuesOf({ ...found, ...next?.(found, tomorrow) }) };
  };
  const inForce = () =>
    row && {
      version: row.version,
      by: row.updatedBy ?? null,
      at: row.updatedAt ?? null,
      values: valuesOf(row),
    };
  const mayManage = useMay(screen.may);
  const mayAudit = useMay('audit:read') && screen.noun !== undefined && id !== null;
  const mayPart = useMay(screen.mayPart?.may ?? screen.may) && screen.mayPart !== undefined && id !== null;
  const following = screen.follows && id === null && like > 0 && { follows: like };
  const draft = useFormState({
    schema,
    fields,
    words,
    options: useOptions(id),
    inForce: (blank && (id === null ? fresh() : inForce())) ?? undefined,
    readOnly: (!mayManage && !mayPart) || (row !== null && (screen.isFixed?.(row) ?? false)),
    send: async ({ version, values, clientRequestId }) =>
      save({
        ...schema.parse(nested(values)),
        clientRequestId,
        ...(id !== null && { id, version }),
        ...following,
      }),
    refetch: answer.refetch,
    waits: (saved) => Boolean((saved as Partial<PendingApproval> | null)?.approvalId),
  });
  const shown = (draft && screen.groupsFor?.(groups, draft.values, row)) ?? groups;
  return (
    <EntityPage
      title={id === null ? t(`${words}:list.add`) : row ? screen.title(row, t) : ''}
      back={{ to: list, label: t(`${words}:list.title`) }}
      extra={row && Extra && <Extra row={row} />}
      aside={draft && Aside && <Aside row={row} draft={draft} />}
      answer={answer}
      draft={draft}
      {...(mayAudit && { changes: `/audit?kind=${screen.noun}&subjectId=${id}` })}
      groups={mayManage || !mayPart ? shown : fixedBut(shown, screen.mayPart!.fields)}
      onSaved={(saved) => {
        if (!path) back.go();
        else if (id === null) void navigate(path((saved as { id: number }).id), { replace: true });
      }}
    />
  );
}

/** The groups with these fields to change, and the others as text. */
function fixedBut(groups: readonly FieldGroup[], names: readonly string[]): FieldGroup[] {
  return groups.map(({ id, fields }) => ({
    id,
    fields: fields.map((field) => ({ ...field, fixed: field.fixed || !names.includes(field.name) })),
  }));
}

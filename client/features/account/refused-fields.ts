import type { TFunction } from 'i18next';
import { type CallError, labelled } from '../../api/envelope';

const LABELS = { oldPassword: 'account:password.old', newPassword: 'account:password.new' } as const;
type Labelled = keyof typeof LABELS;

/** Each refusal at its field, by what the field is called here; one that names none, at the first. None: a toast says it. */
export function refusedFields(
  { code, message, fields }: CallError,
  t: TFunction,
): { name: Labelled; errors: string[] }[] {
  if (code !== '22') return [];
  const known = fields.flatMap((wrong) =>
    wrong.field in LABELS
      ? [{ name: wrong.field as Labelled, errors: [labelled(wrong, t(LABELS[wrong.field as Labelled]))] }]
      : [],
  );
  return known.length > 0 ? known : [{ name: 'oldPassword', errors: [message] }];
}

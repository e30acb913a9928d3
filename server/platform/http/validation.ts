import { type ArgumentMetadata, StandardSchemaValidationPipe } from '@nestjs/common';
import type { z } from 'zod';
import { AppError, type FieldRefusal } from './app-error.js';

type Issue = z.core.$ZodIssue;
type Schema = ArgumentMetadata['schema'] & { def?: { options?: { shape?: object }[] } };

const MAX_FIELDS = 50;

/**
 * Parses every body, query and parameter by its contract; a refusal names each field at fault and the rule it breaks.
 *
 * Nest's own pipe first walks over the whole value to delete keys that would change a prototype. The parser of JSON refuses
 * a body that has one, and no schema keeps a key that it does not name, so nothing is left to delete.
 */
class ContractPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => ({ issues }) });
  }

  protected override stripProtoKeys(): void {}

  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    try {
      return await super.transform(value, metadata);
    } catch (thrown) {
      const { issues } = thrown as { issues?: Issue[] };
      if (!issues) throw thrown;
      throw refused(fieldsOf(issues, value, metadata.schema as Schema), metadata.data ?? metadata.type);
    }
  }
}

export const contractPipe = new ContractPipe();

/** Parses what comes neither as body nor as query: a field of a form. @param name of the whole @throws request.invalid */
export function parsed<S extends z.ZodType>(schema: S, value: unknown, name: string): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refused(fieldsOf(result.error.issues, value), name);
}

function refused(fields: readonly FieldRefusal[], whole: string): AppError {
  const named = fields.slice(0, MAX_FIELDS).map((refusal) => ({ ...refusal, field: refusal.field || whole }));
  return new AppError('request.invalid', {}, named);
}

/** @param sent what was parsed: an issue does not tell what is missing from what is wrong */
function fieldsOf(issues: readonly Issue[], sent: unknown, schema?: Schema): FieldRefusal[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), rule: 'format' }));
    const at = issue.path.reduce<unknown>(
      (inner, key) => (inner as Record<PropertyKey, unknown>)?.[key],
      sent,
    );
    if (issue.code === 'invalid_union' && typeof at === 'object' && at)
      return fieldsOf(nearestBranch(issue.errors, at, schema), at).map(({ field, ...rest }) => ({
        ...rest,
        field: [...issue.path, field].join('.'),
      }));
    const { minimum: min = '', maximum: max = '' } = issue as { minimum?: number; maximum?: number };
    const params = { least: Number(min), most: Number(max) };
    return [{ field: issue.path.join('.'), rule: ruleOf(issue, at), params }];
  });
}

/** The branch that knows most of the keys that were sent; of two, the one with the fewest objections. */
function nearestBranch(branches: Issue[][], sent: object, schema?: Schema): Issue[] {
  const known = (branch: number) =>
    Object.keys(schema?.def?.options?.[branch]?.shape ?? {}).filter((key) => key in sent).length;
  const [nearest] = branches
    .map((issues, branch) => ({ issues, known: known(branch) }))
    .sort((a, b) => b.known - a.known || a.issues.length - b.issues.length);
  return nearest?.issues ?? [];
}

function ruleOf(issue: Issue, sent: unknown): string {
  if (sent === undefined || sent === null || (typeof sent === 'string' && !sent.trim())) return 'required';
  if (issue.code === 'custom' && issue.params?.['rule']) return String(issue.params['rule']);
  if (issue.code === 'invalid_value') return 'choice';
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'too-long' : 'too-big';
  if (issue.code !== 'too_small') return 'format';
  return issue.origin === 'string' ? 'too-short' : 'too-small';
}

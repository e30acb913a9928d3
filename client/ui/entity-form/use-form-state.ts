import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import type { CallError } from '../../api/envelope';
import { newRequestId } from '../../lib/request-id';
import { isCallError } from '../states';
import { differences, type Difference, type Field } from './fields';
import { type Problems, problemsOf, refusalsOf } from './problems';
import type { Options } from './value-text';
import { rebased, same, type Value, type Values, type Version } from './values';

interface Emptied {
  /** The field that was changed. */
  by: string;
  /** Its value and the emptied ones, as they were. */
  before: Values;
}

interface State {
  /** The version that the draft was made from. */
  base: Version;
  values: Values;
  note: string;
  /** The version that came while nothing was being changed: the form has followed it. */
  followed: Version | null;
  refused: Problems;
  /** Why saving failed, when no field is to blame. */
  failure: CallError | null;
  /** How often saving was refused: every field then says what is wrong with it. */
  tried: number;
  saving: boolean;
  /** Fields that a change of another one has emptied. */
  emptied: Readonly<Record<string, Emptied>>;
  /** The same until something is changed: a save that is sent again is one effect. */
  requestId: string;
}

export interface FormState extends State {
  fields: readonly Field[];
  /** Nothing can be changed by whoever looks at it. */
  readOnly: boolean;
  /** The words of labels and hints: `<words>:field.<name>`. */
  words: string;
  options: Options;
  /** Those, and the ones that the values in force were chosen from: names for what a change replaces. */
  named: Options;
  /** Everything that must be corrected before saving. */
  problems: Problems;
  /** The problems that are shown: an untouched field shows none yet. */
  shown: Problems;
  changes: Difference[];
  /** Somebody else's version, saved since this one was begun. */
  conflict: Version | null;
  change: (name: string, value: Value) => void;
  /** Takes back the change that has emptied this field. */
  refill: (name: string) => void;
  /** All values at once, e.g. of an earlier version. */
  fill: (values: Values) => void;
  setNote: (note: string) => void;
  discard: () => void;
  keepMine: () => void;
  /** @returns what the server answered; null when it was refused, here or there. */
  save: () => Promise<{ data: unknown; waits: boolean } | null>;
}

export interface FormOptions {
  schema: z.ZodType;
  fields: readonly Field[];
  words: string;
  /** Options of fields whose choices the contract does not have. */
  options?: (values: Values) => Options;
  readOnly?: boolean;
  /** Where the values stand in the body that is sent: `weights.` */
  prefix?: string;
  inForce: Version | undefined;
  send: (form: {
    version: number;
    values: Values;
    note: string;
    clientRequestId: string;
  }) => Promise<{ data?: unknown; error?: unknown }>;
  refetch?: () => unknown;
  /** Whether what was sent waits for somebody else's word: what is in force stands in the form again. */
  waits?: (answer: unknown) => boolean;
}

const fresh = (base: Version, followed: Version | null = null): State => ({
  base, values: base.values, note: '', followed, refused: {}, failure: null, tried: 0, saving: false,
  emptied: {}, requestId: newRequestId(),
}); // prettier-ignore

/** The state of an untouched form when the values in force are newer, or differ from how they were typed; null: all stays. */
function followedBy(current: State, inForce: Version, fields: readonly Field[]): State | null {
  const { base } = current;
  if (inForce.version > base.version) return fresh(inForce, inForce);
  const isOther = differences(fields, base.values, inForce.values).length > 0;
  return inForce.version === base.version && isOther
    ? { ...current, base: inForce, values: inForce.values }
    : null;
}

function together(some: Options, others: Options): Options {
  const both = Object.entries(some).map(([name, choices]) => {
    const more = (others[name] ?? []).filter(
      ({ value }) => !choices.some((choice) => choice.value === value),
    );
    return [name, [...choices, ...more]] as const;
  });
  return { ...others, ...Object.fromEntries(both) };
}

/** Values that are lost when a field gets a value: of those that depend on it, what is no choice any more. */
function lostBy(name: string, { fields, options }: FormOptions, before: Values, after: Values): Values {
  const offered = options?.(after) ?? {};
  const isLost = ({ name: field, of }: Field) => {
    const value = before[field] ?? null;
    return of === name && value !== null && !offered[field]?.some((choice) => choice.value === value);
  };
  return Object.fromEntries(fields.filter(isLost).map((field) => [field.name, before[field.name]!]));
}

function changed(given: FormOptions, current: State, name: string, value: Value): Partial<State> {
  const { values } = current;
  const { [name]: _, ...refused } = current.refused;
  const { [name]: __, ...emptiedBefore } = current.emptied;
  const lost = lostBy(name, given, values, { ...values, [name]: value });
  const before = { ...lost, [name]: values[name] ?? null };
  const everyLost = <Each>(each: Each) => Object.fromEntries(Object.keys(lost).map((field) => [field, each]));
  return {
    values: { ...values, ...everyLost(null), [name]: value },
    emptied: { ...emptiedBefore, ...everyLost({ by: name, before }) },
    ...{ requestId: newRequestId(), refused, followed: null, failure: null },
  };
}

/** Takes back the change that has emptied a field, with all that it emptied. */
function refilled({ values, emptied }: State, name: string): Partial<State> {
  const before = emptied[name]?.before ?? {};
  const left = Object.entries(emptied).filter(([field]) => !(field in before));
  return {
    ...{ values: { ...values, ...before }, emptied: Object.fromEntries(left) },
    requestId: newRequestId(),
  };
}

/** An untouched field shows no problem until saving was tried. */
function shownOf(problems: Problems, { tried, refused }: State, changes: readonly Difference[]): Problems {
  const isShown = (name: string) =>
    tried > 0 || name in refused || changes.some(({ field }) => field.name === name);
  return Object.fromEntries(Object.entries(problems).filter(([name]) => isShown(name)));
}

/**
 * A document that is being changed. It follows what is in force as long as nothing is changed in it; then it waits for its
 * reader's word, and keeps what was typed. @returns null while nothing is known yet
 */
export function useFormState(given: FormOptions): FormState | null {
  const { schema, fields, words, options, prefix = '', readOnly = false, inForce } = given;
  const [state, setState] = useState<State | null>(null);
  if (!inForce) return null;
  if (!state) setState(fresh(inForce));
  const current = state ?? fresh(inForce);
  const { base, values } = current;
  const offered = options?.(values) ?? {};
  const named = together(offered, options?.(base.values) ?? {});
  const changes = differences(fields, base.values, values);
  const newer = inForce.version > base.version ? inForce : null;
  const followed = changes.length === 0 && followedBy(current, inForce, fields);
  if (followed) setState(followed);
  const wrong = problemsOf(schema, fields, values);
  const problems = { ...current.refused, ...wrong };
  const set = (change: Partial<State>) => setState((before) => ({ ...(before ?? current), ...change }));
  const failed = (change: Partial<State> = {}): null => {
    set({ saving: false, tried: current.tried + 1, ...change });
    return null;
  };
  const save = async () => {
    if (Object.keys(wrong).length > 0) return failed();
    set({ saving: true, failure: null });
    const { data, error } = await given.send({
      version: base.version,
      values,
      note: current.note,
      clientRequestId: current.requestId,
    });
    if (!error) {
      // At once: a page that leaves now has nothing unsaved.
      const waits = given.waits?.(data) ?? false;
      const saved = { ...base, unset: false, version: base.version + 1, values };
      flushSync(() => setState(fresh(waits ? inForce : saved)));
      return { data, waits };
    }
    if (!isCallError(error)) return failed();
    if (error.code === '23') void given.refetch?.();
    const refused = refusalsOf(wrong, error, prefix);
    const isShown = fields.some(({ name }) => name in refused);
    return failed({ refused, failure: isShown ? null : error });
  };
  return {
    ...current, fields, words, options: offered, named, readOnly, problems, changes, save,
    shown: shownOf(problems, current, changes),
    conflict: changes.length > 0 ? newer : null,
    change: (name, value) => set(changed(given, current, name, value)),
    refill: (name) => set(refilled(current, name)),
    fill: (filled) => set({ values: { ...values, ...filled }, emptied: {}, refused: {}, followed: null }),
    setNote: (note) => set({ note }),
    discard: () => setState(fresh(inForce)),
    keepMine: () => set({ base: inForce, values: rebased(base.values, values, inForce.values), failure: null }),
  }; // prettier-ignore
}

/** Fields that both have changed: mine would be lost if theirs were taken. */
export function contested({ base, values, conflict, fields }: FormState): Field[] {
  const changedBy =
    (other: Values) =>
    ({ name }: Field) =>
      !same(base.values[name], other[name]);
  return conflict ? fields.filter(changedBy(values)).filter(changedBy(conflict.values)) : [];
}

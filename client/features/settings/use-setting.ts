import { useState } from 'react';
import { isCallError } from '../../ui/states';
import { problemsOf, refusalsOf, type Problems } from './problems';
import {
  differences,
  rebased,
  type Difference,
  type Field,
  type Value,
  type Values,
  type Version,
} from './values';

interface Draft {
  /** What it was made from. */
  base: Version;
  values: Values;
  note: string;
  /** The version that came while nothing was being changed: the form has followed it. */
  followed: Version | null;
  refused: Problems;
}

export interface Setting {
  fields: readonly Field[];
  base: Version;
  values: Values;
  note: string;
  followed: Version | null;
  problems: Problems;
  /** What would be changed. */
  changes: Difference[];
  /** Somebody else's version, saved since this one was begun. */
  overtakenBy: Version | null;
  saving: boolean;
  canSave: boolean;
  change: (name: string, value: Value) => void;
  /** All values at once, e.g. of an earlier version. */
  fill: (values: Values) => void;
  setNote: (note: string) => void;
  discard: () => void;
  keepMine: () => void;
  save: () => Promise<boolean>;
}

export interface SettingOptions {
  fields: readonly Field[];
  /** Where the values stand in the body that is sent: `weights.` */
  prefix: string;
  inForce: Version | undefined;
  saving: boolean;
  send: (draft: { version: number; values: Values; note: string }) => Promise<{ error?: unknown }>;
  /** Asks again for what is in force. */
  refetch: () => unknown;
}

const fresh = (base: Version, followed: Version | null = null): Draft => ({
  base, values: base.values, note: '', followed, refused: {},
}); // prettier-ignore

/**
 * A setting that is being changed. It follows what is in force as long as nothing is changed in it; then it waits for its
 * reader's word, and keeps what was typed. @returns null while nothing is known yet
 */
export function useSetting(options: SettingOptions): Setting | null {
  const { fields, prefix, inForce, saving } = options;
  const [draft, setDraft] = useState<Draft | null>(null);
  if (!inForce) return null;
  if (!draft) setDraft(fresh(inForce));
  const current = draft ?? fresh(inForce);
  const changes = differences(fields, current.base.values, current.values);
  const newer = inForce.version > current.base.version ? inForce : null;
  if (newer && changes.length === 0) setDraft(fresh(newer, newer));
  const wrong = problemsOf(fields, current.values);
  const set = (part: Partial<Draft>) => setDraft({ ...current, followed: null, ...part });
  const canSave = changes.length > 0 && Object.keys(wrong).length === 0 && !newer && !saving;
  const save = async (): Promise<boolean> => {
    const { base, values, note } = current;
    const { error } = await options.send({ version: base.version, values, note });
    if (!error) {
      setDraft(fresh({ ...base, version: base.version + 1, values }));
      return true;
    }
    if (isCallError(error) && error.code === '23') void options.refetch();
    if (isCallError(error)) set({ refused: refusalsOf(fields, values, error.fields, prefix) });
    return false;
  };
  return {
    fields, saving, canSave, changes, save,
    base: current.base,
    values: current.values,
    note: current.note,
    followed: current.followed,
    problems: { ...current.refused, ...wrong },
    overtakenBy: changes.length > 0 ? newer : null,
    change: (name, value) => {
      const { [name]: _, ...refused } = current.refused;
      set({ values: { ...current.values, [name]: value }, refused });
    },
    fill: (values) => set({ values, refused: {} }),
    setNote: (note) => set({ note }),
    discard: () => setDraft(fresh(inForce)),
    keepMine: () =>
      setDraft({ ...current, base: inForce, values: rebased(current.base.values, current.values, inForce.values) }),
  }; // prettier-ignore
}

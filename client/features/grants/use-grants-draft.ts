import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GrantsForm, GrantsInfo, GrantsWish } from '../../../contract/administration/grants';
import type { Role } from '../../../contract/codes';
import { MENU_KEYS, PERMISSIONS, type Grants } from '../../../contract/permissions';
import { newRequestId } from '../../lib/request-id';
import { isCallError } from '../../ui/states';
import type { GrantKey } from './areas';
import { useChangeGrantsMutation } from './grants-api';
import { useAskAboutLosses } from './use-ask-about-losses';

/** How often a change is put on top of somebody else's before it is given up. */
const TRIES = 5;

/** By key: given or taken. */
type Delta = Readonly<Partial<Record<GrantKey, boolean>>>;
type Deltas = Partial<Record<Role, Delta>>;

export const has = ({ permissions, menu }: Grants, key: GrantKey): boolean =>
  (permissions as readonly GrantKey[]).includes(key) || (menu as readonly GrantKey[]).includes(key);

const withDelta = (held: Grants, delta: Delta): GrantsForm => {
  const keeps = (key: GrantKey) => delta[key] ?? has(held, key);
  return { permissions: PERMISSIONS.filter(keeps), menu: MENU_KEYS.filter(keeps) };
};

export interface GrantsDraft {
  /** Whether the role has the key once it is saved. */
  keeps: (info: GrantsInfo, key: GrantKey) => boolean;
  isChanged: (info: GrantsInfo, key: GrantKey) => boolean;
  put: (info: GrantsInfo, key: GrantKey, given: boolean) => void;
  count: number;
  saving: boolean;
  /** Why the last save was refused. */
  refusal: string | null;
  save: () => Promise<void>;
  discard: () => void;
}

/**
 * Changes of several roles, over what is in force. Two administrators who change the same role lose nothing:
 * only the differences are kept, and they are put on top of what the other one has saved.
 */
export function useGrantsDraft(
  infos: readonly GrantsInfo[],
  reread: (role: Role) => Promise<GrantsInfo | undefined>,
): GrantsDraft {
  const { t } = useTranslation(['grants', 'forms']);
  const { message } = App.useApp();
  const agreesTo = useAskAboutLosses();
  const [change] = useChangeGrantsMutation();
  const [deltas, setDeltas] = useState<Deltas>({});
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const of = ({ role }: GrantsInfo): Delta => deltas[role] ?? {};
  const isChanged = (info: GrantsInfo, key: GrantKey) => (of(info)[key] ?? has(info, key)) !== has(info, key);
  const changed = (info: GrantsInfo) =>
    (Object.keys(of(info)) as GrantKey[]).filter((key) => isChanged(info, key));
  const wishOf = ({ institutionId, role }: GrantsInfo, held: Grants, delta: Delta): GrantsWish => {
    return { institutionId, role, ...withDelta(held, delta) };
  };

  const send = async (info: GrantsInfo): Promise<{ asked: boolean; merged: boolean } | null> => {
    let held = info;
    for (let tried = 1; tried <= TRIES; tried += 1) {
      const { version } = held;
      const wish = wishOf(info, held, of(info));
      const { data, error } = await change({ ...wish, version, clientRequestId: newRequestId() });
      if (data) return { asked: data.approvalId !== null, merged: tried > 1 };
      setRefusal(isCallError(error) ? (error.fields[0]?.message ?? error.message) : t('common:error.system'));
      const now = await reread(info.role);
      // It was not somebody else's change that it was refused for.
      if (!now || now.version === version) return null;
      held = now;
    }
    return null;
  };

  const save = async () => {
    const wishes = infos.filter((info) => changed(info).length > 0);
    if (saving || wishes.length === 0) return;
    setRefusal(null);
    if (!(await agreesTo(wishes.map((info) => wishOf(info, info, of(info)))))) return;
    setSaving(true);
    for (const info of wishes) {
      const saved = await send(info);
      if (!saved) break;
      setRefusal(null);
      setDeltas((before) => ({ ...before, [info.role]: {} }));
      void message.success(t(saved.asked ? 'forms:asked' : saved.merged ? 'grants:merged' : 'forms:saved'));
    }
    setSaving(false);
  };

  return {
    keeps: (info, key) => of(info)[key] ?? has(info, key),
    isChanged,
    put: (info, key, given) => {
      setRefusal(null);
      setDeltas((before) => ({ ...before, [info.role]: { ...before[info.role], [key]: given } }));
    },
    count: infos.reduce((sum, info) => sum + changed(info).length, 0),
    saving,
    refusal,
    save,
    discard: () => {
      setRefusal(null);
      setDeltas({});
    },
  };
}

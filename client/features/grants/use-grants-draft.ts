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

type Reread = (role: Role) => Promise<GrantsInfo | undefined>;

const wishOf = (held: GrantsInfo, delta: Delta): GrantsWish => {
  const { institutionId, role } = held;
  return { institutionId, role, ...withDelta(held, delta) };
};

/** Saves one role's differences; refused because somebody else was first, they are put on top of that. */
function useSend(reread: Reread) {
  const { t } = useTranslation(['grants', 'forms']);
  const [change] = useChangeGrantsMutation();
  return async (info: GrantsInfo, delta: Delta): Promise<{ notice: string; refusal?: string }> => {
    for (let [held, tried] = [info, 1]; ; tried += 1) {
      const { version } = held;
      const { data, error } = await change({
        ...wishOf(held, delta),
        version,
        clientRequestId: newRequestId(),
      });
      if (data?.approvalId) return { notice: 'forms:asked' };
      if (data) return { notice: tried > 1 ? 'grants:merged' : 'forms:saved' };
      const now = await reread(info.role);
      if (now && now.version !== version && tried < TRIES) held = now;
      else return { notice: '', refusal: refusalOf(error) ?? t('common:error.system') };
    }
  };
}

function refusalOf(error: unknown): string | null {
  return isCallError(error) ? (error.fields[0]?.message ?? error.message) : null;
}

/**
 * Changes of several roles, over what is in force. Two administrators who change the same role lose nothing:
 * only the differences are kept, and they are put on top of what the other one has saved.
 */
export function useGrantsDraft(infos: readonly GrantsInfo[], reread: Reread): GrantsDraft {
  const { t } = useTranslation(['grants', 'forms']);
  const { message } = App.useApp();
  const agreesTo = useAskAboutLosses();
  const send = useSend(reread);
  const [deltas, setDeltas] = useState<Deltas>({});
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const of = ({ role }: GrantsInfo): Delta => deltas[role] ?? {};
  const isChanged = (info: GrantsInfo, key: GrantKey) => (of(info)[key] ?? has(info, key)) !== has(info, key);
  const changed = (info: GrantsInfo) =>
    (Object.keys(of(info)) as GrantKey[]).filter((key) => isChanged(info, key));

  const save = async () => {
    const wishes = infos.filter((info) => changed(info).length > 0);
    if (saving || wishes.length === 0) return;
    setRefusal(null);
    if (!(await agreesTo(wishes.map((info) => wishOf(info, of(info)))))) return;
    setSaving(true);
    for (const info of wishes) {
      const answer = await send(info, of(info));
      if (answer.refusal !== undefined) {
        setRefusal(answer.refusal);
        break;
      }
      setDeltas((before) => ({ ...before, [info.role]: {} }));
      void message.success(t(answer.notice));
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

import type { Permission } from '../../../contract/permissions';

/** The screens of the settings area, under `shell:settings.<label>`; who may not change a thing is not led to it. */
export const SETTING_PLACES = [
  { path: '/settings/priorities', may: 'priority:manage', label: 'priorities' },
  { path: '/settings/messageLimits', may: 'messageLimits:manage', label: 'limits' },
  { path: '/settings/contactPolicy', may: 'guard:manage', label: 'policy' },
] as const satisfies readonly { path: string; may: Permission; label: string }[];

export type SettingPlace = (typeof SETTING_PLACES)[number];

import type { ComponentType } from 'react';
import type { NounWords } from '../../../contract/nouns';
import type { MenuKey, Permission } from '../../../contract/permissions';
import type { SettingPlace } from '../../features/settings/setting-places';

type SettingLabel = SettingPlace['label'];
/** Under `shell:menu.<label>`, with a picture of its own. */
export type MenuLabel = NonNullable<Screen['menu']>['label'];
/** Screens without an entry of their own that have a help of their own. */
type OwnHelp = 'case' | 'presence' | 'recording' | 'setup';
/** Under `screens:screen.<name>`: what a screen is for. */
export type ScreenHelp = MenuLabel | SettingLabel | OwnHelp;

/** A screen inside of the shell. The router, the left menu and the settings are all made from this list. */
export interface Screen {
  path: string;
  /** A page module exports its component as `Component`. */
  load: () => Promise<{ Component: ComponentType }>;
  /** Shown in the menu when the server returned this key, or to who has this right, under `shell:menu.<label>`. */
  menu?: {
    key: MenuKey;
    may?: Permission;
    label:
      | NounWords
      | 'case-list'
      | 'statistics'
      | 'board'
      | 'promises'
      | 'ranks'
      | 'requests'
      | 'sms-limits'
      | 'uncovered'
      | 'schedule'
      | 'refunds'
      | 'complaints'
      | 'privacy'
      | 'stops'
      | 'quality'
      | 'monitoring'
      | 'anomalies'
      | 'listening'
      | 'audit'
      | 'jobs'
      | 'system'
      | 'config'
      | 'white-list'
      | 'authenticators'
      | 'approvals'
      | 'site'
      | 'connections'
      | 'health'
      | 'kiosks'
      | 'imports'
      | 'permissions'
      | 'accounts';
  };
  /**
   * Parameters that narrow what a page shows, or choose within it: their change keeps the page with its focus and its
   * scrolling. Every other parameter names what is shown, and its change mounts the page anew.
   */
  narrows?: readonly string[];
  /** A screen of the settings area, under `shell:settings.<label>`; who may not change a thing is not led to it. */
  setting?: { may: Permission; label: SettingLabel };
  /** Instead of its entry's, its setting's, or that of the entry it belongs to. */
  help?: OwnHelp;
}

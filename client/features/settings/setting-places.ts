import { createContext } from 'react';

export interface SettingPlace {
  path: string;
  /** Named under `shell:settings.<label>`. */
  label:
    | 'system'
    | 'numbers'
    | 'addresses'
    | 'authenticators'
    | 'priorities'
    | 'limits'
    | 'policy'
    | 'anomalies'
    | 'firstContact'
    | 'places'
    | 'regulatorTerms'
    | 'sealMail'
    | 'legalSources';
}

/** The settings that the signed-in user may change: client/app/router.tsx has the list, and the shell provides it. */
export const SettingPlaces = createContext<readonly SettingPlace[]>([]);

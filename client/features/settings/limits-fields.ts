import { LIMIT_RANGES } from '../../../contract/messages';
import type { Field } from './values';

export const LIMIT_GROUPS = [
  {
    id: 'number',
    fields: [
      { name: 'accountPerDay', kind: 'number', unit: 'messages', range: LIMIT_RANGES.accountPerDay },
      { name: 'casePerDay', kind: 'number', unit: 'messages', range: LIMIT_RANGES.casePerDay },
    ],
  },
  {
    id: 'length',
    fields: [
      { name: 'gsm7Length', kind: 'number', unit: 'characters', range: LIMIT_RANGES.gsm7Length },
      { name: 'ucs2Length', kind: 'number', unit: 'characters', range: LIMIT_RANGES.ucs2Length },
      { name: 'segments', kind: 'number', unit: 'segments', range: LIMIT_RANGES.segments },
    ],
  },
] as const satisfies readonly { id: string; fields: readonly Field[] }[];

export const LIMIT_FIELDS: readonly Field[] = LIMIT_GROUPS.flatMap(({ fields }): readonly Field[] => fields);

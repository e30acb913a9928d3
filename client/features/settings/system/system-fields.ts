import { AddressList, NumberViewers, SystemLimits } from '../../../../contract/configuration';
import { groupsOf } from '../../../ui/entity-form/fields';

export const SYSTEM_GROUPS = groupsOf(SystemLimits, {
  takenOut: { exportFiles: {}, exportRows: {}, revealsPerHour: {} },
});
export const NUMBER_GROUPS = groupsOf(NumberViewers, { viewers: { roles: { words: 'codes:role' } } });
export const ADDRESS_GROUPS = groupsOf(AddressList, { whiteList: { addresses: {} } });

import { AgencyForm, type AgencyRow } from '../../../contract/contact/agencies';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { agencyCalls } from './agencies-api';

/** An agency as the regulator's register has it, and the numbers from which it may call. */
export const Component = entityScreen({
  ...agencyCalls,
  words: 'agencies',
  schema: AgencyForm,
  layout: {
    agency: { name: {}, taxId: {}, address: {}, institutionId: { kind: 'choice' }, enabled: {} },
    reached: { phone: {}, mail: {}, peopleInCharge: {} },
    calling: { numbers: {} },
  },
  may: 'agency:manage',
  list: '/agencies',
  useOptions: usePlaceOptions,
  title: ({ name }: AgencyRow) => name,
  blank: ({ institutionId }) => ({
    ...{ name: null, taxId: null, address: null, institutionId, enabled: true },
    ...{ phone: null, mail: null, peopleInCharge: null, numbers: null },
  }),
});

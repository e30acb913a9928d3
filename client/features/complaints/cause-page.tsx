import { ComplaintCauseForm, type ComplaintCauseRow } from '../../../contract/supervision/complaint-causes';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { causeCalls } from './causes-api';

/** One of the regulator's causes. One that is out of use stays with the complaints that have it. */
export const Component = entityScreen({
  ...causeCalls,
  words: 'complaint-causes',
  schema: ComplaintCauseForm,
  layout: { cause: { name: {}, code: {}, legalSource: {}, enabled: {} } },
  may: 'complaintCause:manage',
  list: '/complaint/causes',
  title: ({ name }: ComplaintCauseRow) => name,
  blank: () => ({ name: null, code: null, legalSource: null, enabled: true }),
  useOptions: () => () => ({}),
});

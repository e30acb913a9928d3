import { InstitutionForm, type InstitutionInfo } from '../../../contract/administration/institutions';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { GroupList } from './group-list';
import { institutionCalls } from './institutions-manage-api';
import { PlaceStatus } from './place-status';

/** An institution's name, place and groups. */
export const Component = entityScreen({
  ...institutionCalls,
  words: 'institutions',
  schema: InstitutionForm,
  layout: { place: { name: {}, code: {}, parentId: { kind: 'choice' } } },
  may: 'institution:manage',
  list: '/institutionalManagement/institutions',
  path: (id) => `/institutionalManagement/institution/${id}`,
  title: ({ name }) => name,
  blank: ({ institutionId }) => ({ name: null, code: null, parentId: institutionId }),
  useOptions: (id) => {
    const places = usePlaceOptions();
    return () => ({ parentId: places().institutionId.filter(({ value }) => value !== id) });
  },
  Extra: ({ row }: { row: InstitutionInfo }) => <PlaceStatus enabled={row.enabled} />,
  Aside: ({ row }: { row: InstitutionInfo | null }) => row && <GroupList institution={row} />,
});

import type { InstitutionNode } from '../../../contract/administration/institutions';
import type { Choice } from '../../ui/generic-select';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';

const institutionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The whole tree, or what is right below one; a large tree begins with its topmost institution. */
    institutions: build.query<InstitutionNode[], { parentId?: number } | void>(
      get('management/institution/tree', ['Institution']),
    ),
  }),
});

export const { useInstitutionsQuery, useLazyInstitutionsQuery } = institutionsApi;

type PlaceOptions = Record<'institutionId' | 'groupId' | 'queueId', Choice<number>[]>;

const asChoice = ({ id, name }: { id: number; name: string }) => ({ value: id, label: name });

/** Institutions, groups and queues to choose from: those of one institution, when it is chosen already. */
export function usePlaceOptions(): (values?: object) => PlaceOptions {
  const { data = [] } = useInstitutionsQuery();
  return (values = {}) => {
    const institutionId = 'institutionId' in values && values.institutionId;
    const within = data.filter(({ id }) => !institutionId || id === Number(institutionId));
    return {
      institutionId: data.map(asChoice),
      groupId: within.flatMap(({ groups }) => groups).map(asChoice),
      queueId: within.flatMap(({ queues }) => queues).map(asChoice),
    };
  };
}

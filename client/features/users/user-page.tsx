import { DEFAULT_USER, UserForm, type UserInfo } from '../../../contract/administration/users';
import { WaitingCard } from '../../domain/approvals/waiting-change';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useMay } from '../../api/session-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { useRelease } from '../../domain/users/use-release';
import { RelatedPhones } from './related-phones';
import { UserActs } from './user-acts';
import { useWorkOptions } from './use-work-options';
import { userCalls } from './users-api';

export const Component = entityScreen({
  words: 'users',
  schema: UserForm,
  layout: {
    person: {
      name: {},
      username: {},
      email: { kind: 'text' },
      role: { words: 'codes:role' },
      liveness: { words: 'users:liveness' },
    },
    place: {
      institutionId: { kind: 'choice' },
      groupId: { kind: 'choice', of: 'institutionId' },
      queueId: { kind: 'choice', of: 'institutionId' },
    },
    work: { channels: {}, ranked: {}, longAging: {}, ptpRole: {}, autoDial: {}, showAnnouncement: {} },
    handed: {
      products: {},
      loanTypes: { words: 'codes:reloan' },
      appSystems: {},
      tenureFrom: { kind: 'day' },
    },
    system: { affiliatedSystem: {}, autoReborrow: {} },
  },
  may: 'user:manage',
  list: '/users',
  path: (id) => `/user/${id}`,
  title: ({ name }) => name,
  blank: ({ institutionId }) => ({
    ...DEFAULT_USER,
    name: null,
    username: null,
    role: 'member',
    institutionId,
  }),
  useOne: userCalls.useOne,
  useSave: () => {
    const save = userCalls.useSave();
    const release = useRelease();
    return (change) =>
      change.id === undefined
        ? save(change)
        : release(change.name, async (all) => save({ ...change, release: all }));
  },
  useOptions: () => {
    const places = usePlaceOptions();
    const work = useWorkOptions();
    return (values) => ({ ...places(values), ...work(values) });
  },
  Extra: ({ row }: { row: UserInfo }) => <UserActs user={row} />,
  Aside: ({ row }: { row: UserInfo | null }) => {
    const mayPhones = useMay('softphone:manage');
    return (
      <>
        {row?.waiting && <WaitingCard waiting={row.waiting} />}
        {mayPhones && row && <RelatedPhones user={row} />}
      </>
    );
  },
});

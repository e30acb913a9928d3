import { useTranslation } from 'react-i18next';
import { NewSoftphone, SoftphoneForm, type SoftphoneInfo } from '../../../contract/contact/softphones';
import { softphoneCalls } from '../../domain/softphones/softphones-api';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { entityScreen } from '../../ui/entity-form/entity-screen';
import { Tag } from '../../ui/status-tag';
import { BindPanel } from './bind-panel';

/** A softphone, and beside it who has it and who had it. */
export const Component = entityScreen({
  ...softphoneCalls,
  words: 'softphones',
  schema: SoftphoneForm,
  newSchema: NewSoftphone,
  layout: {
    phone: {
      ...{ extensionNumber: {}, supplier: {}, provider: {}, callerNumber: {}, password: {} },
      institutionId: { kind: 'choice' },
    },
  },
  may: 'softphone:manage',
  list: '/softPhone',
  path: (id) => `/softPhone/${id}`,
  useOptions: usePlaceOptions,
  title: ({ extensionNumber }) => extensionNumber,
  blank: ({ institutionId }) => ({
    extensionNumber: null,
    supplier: null,
    provider: null,
    callerNumber: null,
    password: null,
    institutionId,
  }),
  Extra,
  Aside: ({ row }: { row: SoftphoneInfo | null }) => row && <BindPanel phone={row} />,
});

function Extra({ row: { status } }: { row: SoftphoneInfo }) {
  const { t } = useTranslation('softphones');
  return <Tag tone={status === 'ENABLED' ? 'good' : 'muted'}>{t(`softphones:status.${status}`)}</Tag>;
}

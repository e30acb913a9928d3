import { AddressList } from '../../../../contract/administration/configuration';
import { ConfiguredPage } from './configured-page';
import { LockOutsCard } from './lock-outs';
import { useAddressListQuery, useChangeAddressListMutation } from './system-api';
import { ADDRESS_GROUPS } from './system-fields';

export function Component() {
  const [change] = useChangeAddressListMutation();
  return (
    <ConfiguredPage<'addresses'>
      place="addresses"
      schema={AddressList}
      groups={ADDRESS_GROUPS}
      answer={useAddressListQuery()}
      send={change}
      before={({ values, problems }) => (
        <LockOutsCard
          addresses={(values['addresses'] ?? null) as string | null}
          wrong={'addresses' in problems}
        />
      )}
    />
  );
}

import { AuthenticatorRoles } from '../../../../contract/authenticators';
import { ConfiguredPage } from './configured-page';
import { useAuthenticatorRolesQuery, useChangeAuthenticatorRolesMutation } from './system-api';
import { AUTHENTICATOR_GROUPS } from './system-fields';

/** Roles that sign in with a code. */
export function Component() {
  const [change] = useChangeAuthenticatorRolesMutation();
  return (
    <ConfiguredPage<'authenticators'>
      place="authenticators"
      schema={AuthenticatorRoles}
      groups={AUTHENTICATOR_GROUPS}
      answer={useAuthenticatorRolesQuery()}
      send={change}
    />
  );
}

import { SealMail } from '../../../../contract/administration/configuration';
import { ConfiguredPage } from './configured-page';
import { useChangeSealMailMutation, useSealMailQuery } from './system-api';
import { SEAL_GROUPS } from './system-fields';

/** Names who is mailed the signed words of each day, so that they lie where nobody here can change them. */
export function Component() {
  const [change] = useChangeSealMailMutation();
  return (
    <ConfiguredPage<'sealMail'>
      place="sealMail"
      schema={SealMail}
      groups={SEAL_GROUPS}
      answer={useSealMailQuery()}
      send={change}
    />
  );
}

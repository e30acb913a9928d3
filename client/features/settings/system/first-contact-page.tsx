import { FirstContact } from '../../../../contract/contact/first-contact';
import { ConfiguredPage } from './configured-page';
import { useChangeFirstContactMutation, useFirstContactConfigQuery } from './system-api';
import { FIRST_CONTACT_GROUPS } from './system-fields';

/** Words that the law asks for at a first contact. */
export function Component() {
  const [change] = useChangeFirstContactMutation();
  return (
    <ConfiguredPage<'firstContact'>
      place="firstContact"
      schema={FirstContact}
      groups={FIRST_CONTACT_GROUPS}
      answer={useFirstContactConfigQuery()}
      send={change}
    />
  );
}

import { MessagePlaces } from '../../../../contract/contact/message-places';
import { ConfiguredPage } from './configured-page';
import { useChangeMessagePlacesMutation, useMessagePlacesConfigQuery } from './system-api';
import { PLACE_GROUPS } from './system-fields';

/** Places that messages may name. */
export function Component() {
  const [change] = useChangeMessagePlacesMutation();
  return (
    <ConfiguredPage<'places'>
      place="places"
      schema={MessagePlaces}
      groups={PLACE_GROUPS}
      answer={useMessagePlacesConfigQuery()}
      send={change}
    />
  );
}

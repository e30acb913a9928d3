import { NumberViewers } from '../../../../contract/administration/configuration';
import { ConfiguredPage } from './configured-page';
import { useChangeNumberViewersMutation, useNumberViewersQuery } from './system-api';
import { NUMBER_GROUPS } from './system-fields';

/** Viewers of full phone numbers. */
export function Component() {
  const [change] = useChangeNumberViewersMutation();
  return (
    <ConfiguredPage<'numbers'>
      place="numbers"
      name="numbers"
      schema={NumberViewers}
      groups={NUMBER_GROUPS}
      answer={useNumberViewersQuery()}
      send={change}
    />
  );
}

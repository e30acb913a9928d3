import { CasesPage } from '../features/cases/list/cases-page';
import { LongAgingSwitch } from '../features/long-aging/long-aging-switch';

/** The case list with what another feature adds to its title. Apart from case-parts.ts, which brings the whole case page. */
export function Component() {
  return <CasesPage Switch={LongAgingSwitch} />;
}

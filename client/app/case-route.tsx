import { Component as CasePage } from '../features/cases/page/case-page';
import { CasePartsProvider } from '../features/cases/page/case-parts';
import { CASE_PARTS } from './case-parts';

export function Component() {
  return (
    <CasePartsProvider value={CASE_PARTS}>
      <CasePage />
    </CasePartsProvider>
  );
}

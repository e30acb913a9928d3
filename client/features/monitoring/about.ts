import type { BehaviourRow } from '../../../contract/supervision/behaviour';
import { EXPORTED_LISTS } from '../../../contract/administration/exports';
import type { Words } from '../../i18n/use-words';

type About = Pick<
  BehaviourRow,
  'type' | 'loanId' | 'contactRelation' | 'contactNumber' | 'purpose' | 'detail'
>;

/** Subject of an act: contact and purpose, list, or page. A case stands beside it, by its loan. */
export function aboutOf(row: About, t: Words): string {
  const { contactRelation, contactNumber, purpose } = row;
  const parts = [
    contactRelation && t(`codes:relation.${contactRelation}`),
    contactNumber,
    purpose && t(`borrowers:purpose.${purpose}`),
    detailOf(row, t),
  ];
  return parts.filter(Boolean).join(' · ');
}

const CASE_PAGE = /^\/task(\/:id)*$/;

function detailOf({ type, loanId, contactRelation, detail }: About, t: Words): string {
  const list = EXPORTED_LISTS.find((name) => type === 'EXPORT' && name === detail);
  if (list) return t(`monitoring:list.${list}`);
  const isCase = loanId !== null && contactRelation === null && detail === '';
  return isCase || CASE_PAGE.test(detail) ? t('monitoring:case-page') : detail;
}

import { useTranslation } from 'react-i18next';
import type { TermsState } from '../../../contract/money/products';
import { Tag, type Tone } from '../../ui/status-tag';

const TONES: Record<TermsState, Tone> = { PLANNED: 'info', IN_FORCE: 'good', PAST: 'muted' };

export function TermsTag({ state }: { state: TermsState }) {
  const { t } = useTranslation('products');
  return <Tag tone={TONES[state]}>{t(`products:state.${state}`)}</Tag>;
}

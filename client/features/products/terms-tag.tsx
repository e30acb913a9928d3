import type { TermsState } from '../../../contract/money/products';
import { useWords } from '../../i18n/use-words';
import { Tag, type Tone } from '../../ui/status-tag';

const TONES: Record<TermsState, Tone> = { PLANNED: 'info', IN_FORCE: 'good', PAST: 'muted' };

export function TermsTag({ state }: { state: TermsState }) {
  const { t } = useWords('products');
  return <Tag tone={TONES[state]}>{t(`products:state.${state}`)}</Tag>;
}

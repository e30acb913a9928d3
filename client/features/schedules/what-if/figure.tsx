import { useWords } from '../../../i18n/use-words';
import { formatCount } from '../../../lib/format';
import { Money } from '../../../ui/money';
import { Tag, type Tone } from '../../../ui/status-tag';
import type { FigureRow } from './figure-rows';

type Kind = FigureRow['kind'];

export function Figure({ value, kind }: { value: number | null; kind: Kind }) {
  const { language } = useWords();
  if (kind === 'money') return <Money value={value} />;
  if (value === null) return <span className="muted">—</span>;
  return <span className="figure">{formatCount(rounded(value, kind), language)}</span>;
}

/** Change of a figure by another plan; nothing when it stays. */
export function Difference({
  before,
  after,
  row: { kind, better },
}: {
  before: number | null;
  after: number | null;
  row: FigureRow;
}) {
  const { t, language } = useWords('what-if');
  if (before === null || after === null) return null;
  const change = rounded(after, kind) - rounded(before, kind);
  if (change === 0) return null;
  const isMore = change > 0;
  const tone: Tone = better === undefined ? 'info' : isMore === (better === 'more') ? 'good' : 'bad';
  const size = Math.abs(rounded(change, kind));
  return (
    <Tag tone={tone}>
      <span aria-hidden="true">{isMore ? '▲' : '▼'}</span>{' '}
      <span className="visually-hidden">{t(isMore ? 'what-if:more' : 'what-if:less')}</span>{' '}
      {kind === 'money' ? <Money value={size} /> : formatCount(size, language)}
    </Tag>
  );
}

/** Cases of a seat with one decimal: what is shown is what is compared. */
function rounded(value: number, kind: Kind): number {
  return kind === 'part' ? Math.round(value * 10) / 10 : Math.round(value);
}

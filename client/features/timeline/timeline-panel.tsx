import './timeline.css';
import { useSearchParams } from 'react-router';
import type { CaseInfo } from '../../../contract/cases';
import { TIMELINE_KINDS, type Timeline, type TimelineKind } from '../../../contract/timeline';
import { useWords } from '../../i18n/use-words';
import { Button } from '../../ui/button';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { AsOf } from './as-of';
import { calls } from './calls';
import { Entry } from './timeline-entry';
import { useTimelineInfiniteQuery } from './timeline-api';
import { visits } from './visits';

export default function TimelinePanel({ info }: { info: CaseInfo }) {
  const { kind, asOf, ask } = useQuestion();
  const answer = useTimelineInfiniteQuery({ taskId: info.id, kind, asOf });
  return (
    <div className="timeline">
      <Bar kind={kind} asOf={asOf} ask={ask} state={answer.data?.pages[0]?.state} />
      <Entries answer={answer} />
    </div>
  );
}

type Ask = (change: { kind?: TimelineKind | null; asOf?: string | null }) => void;

/** Filter and moment stand in the address, so that a link shows the same. */
function useQuestion(): { kind: TimelineKind | null; asOf: string | null; ask: Ask } {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('asOf');
  const at = asked === null ? Number.NaN : Date.parse(asked);
  const ask: Ask = (change) =>
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries(change)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true },
    );
  return {
    kind: TIMELINE_KINDS.find((name) => name === search.get('kind')) ?? null,
    asOf: Number.isNaN(at) ? null : new Date(at).toISOString(),
    ask,
  };
}

interface BarProps {
  kind: TimelineKind | null;
  asOf: string | null;
  ask: Ask;
  state: Parameters<typeof AsOf>[0]['state'];
}

function Bar({ kind, asOf, ask, state }: BarProps) {
  const { t } = useWords('timeline');
  return (
    <>
      <div className="timeline-bar">
        <div className="timeline-kinds" role="group" aria-label={t('timeline:filter.label')}>
          {[null, ...TIMELINE_KINDS].map((name) => (
            <button
              key={name ?? 'all'}
              type="button"
              className="timeline-kind"
              aria-pressed={kind === name}
              onClick={() => ask({ kind: name })}
            >
              {t(`timeline:filter.${name ?? 'all'}`)}
            </button>
          ))}
        </div>
      </div>
      <AsOf asOf={asOf} state={state} onChoose={(moment) => ask({ asOf: moment })} />
    </>
  );
}

interface TimelineAnswer {
  data?: { pages: Timeline[] } | undefined;
  error?: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

function Entries({ answer }: { answer: TimelineAnswer }) {
  const { t } = useWords('timeline');
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = answer;
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={8} />;
  }
  const entries = calls(visits(data.pages.flatMap(({ result }) => result)));
  if (entries.length === 0) return <EmptyState title={t('timeline:none')} />;
  return (
    <>
      <ol className="timeline-list">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Button small busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('timeline:more')}
        </Button>
      )}
    </>
  );
}

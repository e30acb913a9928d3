import './timeline.css';
import { useSearchParams } from 'react-router';
import type { CaseInfo } from '../../../contract/cases/cases';
import { TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '../../../contract/cases/timeline';
import { AsOf } from './as-of';
import { calls } from './calls';
import { Entries } from './entries';
import { Kinds } from './kinds';
import { useTimelineInfiniteQuery } from './timeline-api';
import { visits } from './visits';

export default function TimelinePanel({ info }: { info: CaseInfo }) {
  const { kind, asOf, ask } = useAddress();
  const answer = useTimelineInfiniteQuery({ taskId: info.id, kind, asOf });
  return (
    <div className="timeline">
      <Bar kind={kind} asOf={asOf} ask={ask} state={answer.data?.pages[0]?.state} />
      <Entries answer={answer} collapse={collapsed} />
    </div>
  );
}

const collapsed = (entries: readonly TimelineEntry[]) => calls(visits(entries));

type Ask = (change: { kind?: TimelineKind | null; asOf?: string | null }) => void;

/** Filter and moment stand in the address, so that a link shows the same. */
function useAddress(): { kind: TimelineKind | null; asOf: string | null; ask: Ask } {
  const [search, setSearch] = useSearchParams();
  const asOf = search.get('asOf');
  const at = asOf === null ? Number.NaN : Date.parse(asOf);
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
  return (
    <>
      <div className="timeline-bar">
        <Kinds kind={kind} onKind={(name) => ask({ kind: name })} />
      </div>
      <AsOf asOf={asOf} state={state} onChoose={(moment) => ask({ asOf: moment })} />
    </>
  );
}

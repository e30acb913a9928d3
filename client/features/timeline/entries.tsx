import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineEntry } from '../../../contract/cases/timeline';
import { Button } from '../../ui/button';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import type { ShownEntry } from './calls';
import { Entry } from './timeline-entry';

interface EntriesProps<Event extends TimelineEntry> {
  answer: {
    data?: { pages: { result: Event[] }[] } | undefined;
    error?: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  /** Makes one entry of those that belong together. */
  collapse: (events: readonly Event[]) => (Event & Pick<ShownEntry, 'steps'>)[];
  about?: (event: Event) => ReactNode;
}

export function Entries<Event extends TimelineEntry>({ answer, collapse, about }: EntriesProps<Event>) {
  const { t } = useTranslation('timeline');
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = answer;
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={8} />;
  }
  const entries = collapse(data.pages.flatMap(({ result }) => result));
  if (entries.length === 0) return <EmptyState title={t('timeline:none')} />;
  return (
    <>
      <ol className="timeline-list">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} about={about?.(entry)} />
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

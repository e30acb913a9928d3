import { useEffect } from 'react';
import type { ContactPreview } from '../../../contract/contact/contact-compliance';
import { useContactPreviewQuery } from './contact-compliance-api';

/** Timers can not wait for longer. */
const LONGEST_MS = 2_147_000_000;

/** Asks again when the next boundary is reached; what others do is pushed. */
export function usePreview(taskId: number): ContactPreview | undefined {
  const { data, refetch } = useContactPreviewQuery(taskId);
  const wait = data?.changesAt ? Date.parse(data.changesAt) - Date.parse(data.asOf) : null;
  const asOf = data?.asOf;
  useEffect(() => {
    if (wait === null) return;
    // A second later: nobody's clock is exact, and a boundary asked for too early is answered as before.
    const timer = setTimeout(() => void refetch(), Math.min(Math.max(wait, 0) + 1_000, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [wait, asOf, refetch]);
  return data;
}

import { useSearchParams } from 'react-router';
import type { MessageRow } from '../../../contract/contact/messages';

/** Purpose and time of opening the tab. */
export interface Opening {
  compose: number;
  /** A failed message that is to be sent again. */
  again?: MessageRow;
}

/** Opens the tab, for a contact when one is named, and puts the cursor into it. */
export function useOpenMessages(): (contactId?: number, again?: MessageRow) => void {
  const [, setSearch] = useSearchParams();
  return (contactId, again) =>
    setSearch(
      (before) => {
        before.set('tab', 'messages');
        if (contactId === undefined) before.delete('to');
        else before.set('to', String(contactId));
        return before;
      },
      { replace: true, state: { compose: Date.now(), ...(again && { again }) } satisfies Opening },
    );
}

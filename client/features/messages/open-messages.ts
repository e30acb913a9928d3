import { useSearchParams } from 'react-router';

/** Opens the tab, for a contact when one is named, and puts the cursor into it. */
export function useOpenMessages(): (contactId?: number) => void {
  const [, setSearch] = useSearchParams();
  return (contactId) =>
    setSearch(
      (before) => {
        before.set('tab', 'messages');
        if (contactId === undefined) before.delete('to');
        else before.set('to', String(contactId));
        return before;
      },
      { replace: true, state: { compose: Date.now() } },
    );
}

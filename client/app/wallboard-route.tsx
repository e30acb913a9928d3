import '../ui/ui.css';
import '../ui/tables/grid.css';
import './shell/shell.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { CurrentUser } from '../../contract/session';
import { useCurrentUserQuery } from '../api/session-api';
import { WaitingWall } from '../features/session/wall/waiting-wall';
import { sessionFlags } from '../lib/session';
import { useMayAsk } from '../state/connection';
import { sessionBegan, useSession } from '../state/session';
import { PageSkeleton } from '../ui/states';
import { Providers } from './providers';
import { useLive } from './shell/live';
import { store } from './store';

const Board = lazy(async () => {
  const { Wallboard: Page } = await import('../features/boards/board-page');
  return { default: Page };
});

/** A screen without a person: it waits for a leader, and then shows one board. Nothing of the shell, which asks what it may not. */
export function Component() {
  return (
    <Providers>
      <Wallboard />
    </Providers>
  );
}

function Wallboard() {
  const { end } = useSession();
  const [opened, setOpened] = useState(() => sessionFlags().user && sessionFlags().cookie);
  const enter = (user: CurrentUser) => {
    store.dispatch(sessionBegan(user));
    setOpened(true);
  };
  if (!opened || end) return <WaitingWall notice={end?.message ?? null} onOpen={enter} />;
  return <Live onPerson={() => setOpened(false)} />;
}

/** `onPerson`: somebody is signed in here, who has a shell of their own. */
function Live({ onPerson }: { onPerson: () => void }) {
  useLive();
  const mayAsk = useMayAsk();
  const { data: me } = useCurrentUserQuery(undefined, { skip: !mayAsk });
  const isPerson = me?.kiosk === false;
  useEffect(() => {
    if (isPerson) onPerson();
  });
  if (!me || isPerson) return <PageSkeleton />;
  return (
    <main id="main">
      <Suspense fallback={<PageSkeleton />}>
        <Board />
      </Suspense>
    </main>
  );
}

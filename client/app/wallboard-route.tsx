import '../ui/ui.css';
import '../ui/tables/grid.css';
import './shell/shell.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CurrentUser } from '../../contract/session';
import { useCurrentUserQuery } from '../api/session-api';
import { WallboardForm } from '../features/login/wallboard-form';
import { sessionFlags } from '../lib/session';
import { useMayAsk } from '../state/connection';
import { sessionBegan, useSession } from '../state/session';
import { PageSkeleton } from '../ui/states';
import { Providers } from './providers';
import { useLive } from './shell/live';
import { store } from './store';

const Board = lazy(async () => {
  const { Component } = await import('../features/boards/board-page');
  return { default: Component };
});

/** A screen without a person: its token, and from then on one board. Nothing of the shell, which asks what a wallboard may not. */
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
  if (!opened || end) return <WallboardForm notice={end?.message ?? null} onOpen={enter} />;
  return <Live onPerson={() => setOpened(false)} />;
}

/** `onPerson`: somebody is signed in here, who has a shell of their own. */
function Live({ onPerson }: { onPerson: () => void }) {
  useLive();
  const mayAsk = useMayAsk();
  const { data: me } = useCurrentUserQuery(undefined, { skip: !mayAsk });
  const [search, setSearch] = useSearchParams();
  const isPerson = me !== undefined && me.permissions.join() !== 'board:read';
  const isWall = search.get('wall') === '1';
  useEffect(() => {
    if (isPerson) onPerson();
    if (me && !isPerson && !isWall) setSearch({ wall: '1' }, { replace: true });
  });
  if (!me || isPerson || !isWall) return <PageSkeleton />;
  return (
    <main id="main">
      <Suspense fallback={<PageSkeleton />}>
        <Board />
      </Suspense>
    </main>
  );
}

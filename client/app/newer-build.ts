import type { DataRouter } from 'react-router';
import { isWallboard } from '../lib/session';
import { hasUnsaved } from '../lib/unsaved';
import { connectionChanged } from '../state/connection';
import { listener } from '../state/listener';

/**
 * Loads the build that the server has now: a server that was replaced closes its sockets, so the page looks whenever one
 * comes back. It goes on until its user opens another one, with nothing typed that would be lost; a wallboard has no user.
 */
export function loadNewerBuild(router: Pick<DataRouter, 'state' | 'subscribe'>): void {
  let isOld = false;
  let wasLive = false;
  let { pathname } = router.state.location;
  listener.startListening({
    actionCreator: connectionChanged,
    effect: async ({ payload }) => {
      if (payload.state !== 'live') return;
      if (wasLive) isOld ||= await isReplaced();
      wasLive = true;
      if (isOld && isWallboard()) location.reload();
    },
  });
  router.subscribe(({ location: { pathname: now } }) => {
    if (now === pathname) return;
    pathname = now;
    if (isOld && !hasUnsaved()) location.reload();
  });
}

/** The name of the page's script holds a hash of all that it loads. A server that does not answer is asked at its next connection. */
async function isReplaced(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const answer = await fetch('/').catch(() => null);
  return answer?.ok === true && script != null && !(await answer.text()).includes(script);
}

import './shell.css';
import './shell-parts.css';
import '../../ui/ui.css';
import '../../ui/tables/grid.css';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches } from 'react-router';
import { PaletteHost } from '../../features/palette/palette-host';
import { OptOutDialog } from '../../features/contact-compliance/opt-out-dialog';
import { SettingPlaces } from '../../features/settings/setting-places';
import { useOwnPreferencesQuery } from '../../api/preferences-api';
import { useMayAsk, useSettled } from '../../state/connection';
import { fetchLayers } from '../../ui/layers/layers';
import { EmptyState, PageSkeleton } from '../../ui/states';
import { helpOf } from '../landing';
import { Providers } from '../providers';
import { StopBanner } from '../../features/stops/stop-banner';
import { IncomingCall } from '../../features/calls/incoming-call';
import { useBehaviour } from './behaviour';
import { ConnectionBanner } from './connection-banner';
import { FailureToasts } from './failure-toasts';
import { Header } from './header';
import { IdleWarning } from './idle-warning';
import { fetchNotice } from './lazy-notice';
import { keepFocus } from './keep-focus';
import { useLive } from './live';
import { pageKey } from './page-key';
import { useLostRights } from './lost-rights';
import { useMenuRoutes, useSettingRoutes } from './menu-routes';
import { PresenceHeartbeats } from './heartbeats';
import { Rail } from './rail';
import { SessionEndDialog } from './session-end-dialog';
import { Watermark } from './watermark';

export { prepare } from './prepare';

const NewCases = lazy(() => import('../../features/allocation/new-cases'));
const BrokenNotice = lazy(() => import('../../features/promises/broken-notice'));
const DecisionNotice = lazy(() => import('../../features/decisions/decision-notice'));
const HelpBar = lazy(() => import('../../features/listening/help-bar'));
const InboxNotice = lazy(() => import('../../features/inbox/inbox-notice'));
const ListeningMark = lazy(() => import('../../features/listening/listening-mark'));
const RequestNotice = lazy(() => import('../../features/requests/request-notice'));

export function Component() {
  return (
    <Providers>
      <Frame />
    </Providers>
  );
}

function Frame() {
  const { t } = useTranslation('shell');
  useLive();
  useBehaviour();
  useOwnPreferencesQuery();
  const mayAsk = useMayAsk();
  const settled = useSettled();
  useEffect(() => {
    if (!settled) return;
    // Words about a lost connection cannot be fetched over it; and a click's layer must not wait.
    for (const fetch of [fetchNotice, fetchLayers]) fetch().catch(() => undefined);
  }, [settled]);
  if (!mayAsk) return <Place />;
  return (
    <div className="shell">
      <a className="skip-link" href="#main" onClick={skipToMain}>
        {t('shell:skip')}
      </a>
      <Header />
      <div role="status" className="banner-place">
        <StopBanner />
      </div>
      <div className="corner">
        <div role="status">
          <ConnectionBanner />
        </div>
        {settled && (
          <Suspense fallback={null}>
            <ListeningMark />
            <HelpBar />
          </Suspense>
        )}
      </div>
      <Rail />
      <main id="main" className="shell-main" tabIndex={-1} ref={keepFocus}>
        <Page />
      </main>
      <Watermark />
      <Palettes />
      <FailureToasts />
      {settled && (
        <Suspense fallback={null}>
          <NewCases />
          <BrokenNotice />
          <RequestNotice />
          <DecisionNotice />
          <InboxNotice />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <IncomingCall />
      </Suspense>
      <PresenceHeartbeats />
      <Suspense fallback={null}>
        <OptOutDialog />
      </Suspense>
      <IdleWarning />
      <SessionEndDialog />
    </div>
  );
}

/** Shown while the connection is opened for the first time. */
function Place() {
  return (
    <div className="shell" aria-busy="true">
      <div className="shell-header" />
      <div className="rail" />
    </div>
  );
}

function Page() {
  const { times, isGone } = useLostRights();
  const key = pageKey(useMatches().at(-1));
  const settings = useSettingRoutes();
  if (isGone) return <GonePage />;
  return (
    <SettingPlaces value={settings}>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet key={`${times} ${key}`} />
      </Suspense>
    </SettingPlaces>
  );
}

/** In place of a page whose right was taken while it was open. */
function GonePage() {
  const { t } = useTranslation('shell');
  return (
    <div className="page" role="alert">
      <EmptyState title={t('shell:right-lost.title')} hint={t('shell:right-lost.hint')} />
    </div>
  );
}

function Palettes() {
  return <PaletteHost routes={useMenuRoutes()} screen={helpOf(useLocation().pathname)} />;
}

// The address after the # is the route: a plain link to #main would leave the page.
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

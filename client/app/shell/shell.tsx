import './shell.css';
import './shell-parts.css';
import '../../ui/ui.css';
import { Suspense, useEffect } from 'react';
import { Outlet } from 'react-router';
import { AnnouncementBar } from '../../features/announcements/announcement-bar';
import { useWords } from '../../i18n/use-words';
import { useListening } from '../../realtime/hooks';
import { PanelSkeleton } from '../../ui/states';
import { Providers } from '../providers';
import { ConnectionBanner } from './connection-banner';
import { FailureToasts } from './failure-toasts';
import { Header } from './header';
import { useLive } from './live';
import { Rail } from './rail';
import { SessionEndDialog } from './session-end-dialog';
import { Watermark } from './watermark';

/** Everything around a page once somebody is signed in. */
export function Component() {
  return (
    <Providers>
      <Frame />
    </Providers>
  );
}

function Frame() {
  const { t } = useWords('shell');
  useLive();
  const listening = useListening();
  useEffect(() => {
    document.title = t('shell:title');
  }, [t]);
  if (!listening) return <div className="shell" aria-busy="true" />;
  return (
    <div className="shell">
      <a className="skip-link" href="#main" onClick={skipToMain}>
        {t('shell:skip')}
      </a>
      <Header />
      <AnnouncementBar />
      <ConnectionBanner />
      <Rail />
      <main id="main" className="shell-main" tabIndex={-1}>
        <Suspense fallback={<PanelSkeleton lines={8} />}>
          <Outlet />
        </Suspense>
      </main>
      <Watermark />
      <FailureToasts />
      <SessionEndDialog />
    </div>
  );
}

// The address after the # is the route: a plain link to #main would leave the page.
function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

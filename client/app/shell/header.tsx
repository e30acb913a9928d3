import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SiteChip } from '../../domain/site/site-chip';
import { useCurrentUserQuery } from '../../api/session-api';
import { AnnouncementBar } from '../../features/announcements/announcement-bar';
import { UserMenu } from '../../features/account/user-menu';
import { NoticeText } from '../../features/announcements/notice-text';
import { HelpButton } from '../../features/palette/help-button';
import { InboxBell } from '../../features/inbox/inbox-bell';
import { SoftphoneChip } from '../../features/softphones/softphone-chip';
import { LanguageMenu } from '../../ui/language-menu';
import { Time } from '../../ui/dates/time';
import { CASE_LIST } from '../router';
import { SECOND_MS, useNow } from '../../state/clock';
import { useSettingRoutes } from './menu-routes';

export function Header() {
  const { t } = useTranslation('shell');
  const { data: user } = useCurrentUserQuery();
  const settings = useSettingRoutes();
  return (
    <header className="shell-header">
      <Link to={CASE_LIST} className="shell-title">
        {t('common:product')}
      </Link>
      <SiteChip />
      {user?.clockAt && (
        <span className="header-chip header-clock" title={t('shell:clock-hint')}>
          <ShiftedClock />
        </span>
      )}
      <NoticeText />
      <AnnouncementBar />
      <SoftphoneChip />
      <InboxBell />
      <HelpButton />
      <LanguageMenu />
      <UserMenu
        settings={settings.map(({ path, label }) => ({ path, label: t(`shell:settings.${label}`) }))}
      />
    </header>
  );
}

function ShiftedClock() {
  const now = useNow(10 * SECOND_MS);
  return <Time value={new Date(now).toISOString()} as="stamp" />;
}

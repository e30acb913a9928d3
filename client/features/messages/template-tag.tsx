import { useTranslation } from 'react-i18next';
import { Tag } from '../../ui/status-tag';

export function TemplateTag({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation('templates');
  return (
    <Tag tone={enabled ? 'good' : 'muted'}>{t(`templates:status.${enabled ? 'enabled' : 'disabled'}`)}</Tag>
  );
}

import { useWords } from '../../i18n/use-words';
import { Tag } from '../../ui/status-tag';

export function TemplateTag({ enabled }: { enabled: boolean }) {
  const { t } = useWords('templates');
  return (
    <Tag tone={enabled ? 'good' : 'muted'}>{t(`templates:status.${enabled ? 'enabled' : 'disabled'}`)}</Tag>
  );
}

import { useTranslation } from 'react-i18next';
import type { TemplateInfo } from '../../../contract/contact/message-templates';
import { Tag } from '../../ui/status-tag';

export function TemplateTag({ of: { enabled, waiting } }: { of: Pick<TemplateInfo, 'enabled' | 'waiting'> }) {
  const { t } = useTranslation('templates');
  return (
    <>
      <Tag tone={enabled ? 'good' : 'muted'}>{t(`templates:status.${enabled ? 'enabled' : 'disabled'}`)}</Tag>
      {waiting && <Tag tone="warn">{t('templates:waits')}</Tag>}
    </>
  );
}

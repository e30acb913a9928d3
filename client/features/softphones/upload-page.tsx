import { useTranslation } from 'react-i18next';
import { SheetUploadPage } from '../../domain/sheet-uploads/sheet-upload-page';

/** Many softphones at once, and to whom they are bound. */
export function Component() {
  const { t } = useTranslation('softphones');
  return (
    <SheetUploadPage
      kind="softphones"
      title={t('softphones:upload.title')}
      back={{ to: '/softPhone', label: t('softphones:list.title') }}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { FileButton } from '../../ui/file-button';
import { SheetUploadPage } from '../../domain/sheet-uploads/sheet-upload-page';

/** Many people at once; whom it made are handed their activation codes by one list. */
export function Component() {
  const { t } = useTranslation('users');
  return (
    <SheetUploadPage
      kind="users"
      title={t('users:upload.title')}
      back={{ to: '/users', label: t('users:list.title') }}
      applied={(id) => (
        <>
          <FileButton
            call={{ path: 'manage/user/uploadCodes', method: 'POST', body: { id } }}
            file="activation-codes.csv"
          >
            {t('users:upload.codes')}
          </FileButton>
          <span className="muted">{t('users:upload.hint')}</span>
        </>
      )}
    />
  );
}

import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useUserPictureQuery } from '../../api/session-api';
import { PortraitInput } from '../../ui/entity-form/portrait-input';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { useSetOwnPictureMutation } from './account-api';

/** One's own picture, of header and watermark. */
export default function PictureDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('account');
  const { data } = useUserPictureQuery();
  const [set] = useSetOwnPictureMutation();
  return (
    <Modal open title={t('account:picture.title')} footer={null} onCancel={onClose} width={400}>
      <p className="muted dialog-hint">{t('account:picture.hint')}</p>
      <PortraitInput label={t('account:picture.title')} picture={data?.picture ?? null} send={set} />
    </Modal>
  );
}

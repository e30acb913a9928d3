import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFrame } from '../../realtime/hooks';

const SHOWN_SECONDS = 12;

/** Tells a collector that a call was scored, and leads to it. */
export default function QualityNotice() {
  const { t } = useTranslation('quality');
  const { notification } = App.useApp();
  useFrame('quality.scored', ({ data: { sampleId, total } }) => {
    const key = `quality-${sampleId}`;
    notification.info({
      key,
      role: 'status',
      duration: SHOWN_SECONDS,
      title: t('quality:notice', { total }),
      description: (
        <Link to={`/quality/sample/${sampleId}`} onClick={() => notification.destroy(key)}>
          {t('quality:show')}
        </Link>
      ),
    });
  });
  return null;
}

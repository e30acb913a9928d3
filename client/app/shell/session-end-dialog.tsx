import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { sessionEnd } from '../../api/failures';
import { useWords } from '../../i18n/use-words';
import { useCell } from '../../lib/cell';

/** The end of a session: leaves for the sign-in page, or asks when something on screen would be lost. */
export function SessionEndDialog() {
  const { t } = useWords('shell');
  const navigate = useNavigate();
  const end = useCell(sessionEnd);
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (end && !end.ask) void navigate('/login', { replace: true });
  }, [end, navigate]);
  return (
    <Modal
      open={end !== null && end.ask && !stays}
      title={t('shell:session-end.title')}
      okText={t('shell:session-end.again')}
      cancelText={t('shell:session-end.stay')}
      onOk={() => void navigate('/login', { replace: true })}
      onCancel={() => setStays(true)}
      closable={false}
      mask={{ closable: false }}
      width={420}
    >
      <p>{end?.message}</p>
      <p className="muted">{t('shell:session-end.hint')}</p>
    </Modal>
  );
}

import './listening.css';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session-api';
import { useListenersQuery } from './listening-api';

/** Tells a collector who is in the own call, as long as somebody is. */
export default function ListeningMark() {
  const { t } = useTranslation('listening');
  const mayCall = useMay('call:make');
  const { data = [] } = useListenersQuery(undefined, { skip: !mayCall });
  if (data.length === 0) return null;
  return (
    <div className="listening-mark" role="status">
      {data.map(({ id, name, mode }) => (
        <p key={id}>{t(`listening:mark.${mode}`, { name })}</p>
      ))}
    </div>
  );
}

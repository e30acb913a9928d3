import './messages.css';
import type { CaseInfo } from '../../../contract/cases/cases';
import { useMay } from '../../api/session-api';
import { Compose } from './compose';
import { IncomingLog } from './incoming-log';
import { MessageLog } from './message-log';

export default function MessagesPanel({ info }: { info: CaseInfo }) {
  const maySend = useMay('message:send');
  return (
    <div className="messages">
      {maySend && <Compose key={info.id} info={info} />}
      <IncomingLog key={`in-${info.id}`} taskId={info.id} />
      <MessageLog taskId={info.id} />
    </div>
  );
}

import { Link } from 'react-router';
import type { LiveCall } from '../../../contract/supervision/listening';

/** The case that a call is about, while it exists for the viewer. */
export function CaseOfCall({ call: { taskId, orderId } }: { call: Pick<LiveCall, 'taskId' | 'orderId'> }) {
  if (!taskId || !orderId) return <span className="muted">—</span>;
  return (
    <Link className="figure" to={`/task/${taskId}/${encodeURIComponent(orderId)}`}>
      {orderId}
    </Link>
  );
}

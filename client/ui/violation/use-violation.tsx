import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { NewViolation } from '../../../contract/violations';
import { useAnnounceViolationMutation } from '../../api/violations-api';
import { useWords } from '../../i18n/use-words';
import { newRequestId } from '../../lib/request-id';
import { ActDialog, type Need } from '../list-page/act-dialog';

/** What was seen, and of whom. */
export interface Seen extends Pick<NewViolation, 'source' | 'sourceId' | 'userId'> {
  /** The person's name. */
  name: string;
}

const NEEDS: readonly Need[] = [
  { name: 'reason', most: 500 },
  { name: 'amount', money: true, open: true },
  { name: 'base64Image', picture: true },
];

/**
 * Turns what was seen (a call, a behaviour, a complaint) into a violation announcement: `ask` opens the dialog, which
 * `dialog` puts anywhere on the page; it leads to the announcement and who has read it. For who may 'violation:announce'.
 */
export function useViolation() {
  const { t } = useWords('violations');
  const navigate = useNavigate();
  const [announce] = useAnnounceViolationMutation();
  const [seen, ask] = useState<Seen | null>(null);
  const dialog = seen && (
    <ActDialog
      title={t('violations:ask', { name: seen.name })}
      label={t('violations:act')}
      danger
      words="violations"
      needs={NEEDS}
      about={t('violations:hint')}
      submit={async ({ reason = '', amount, base64Image }) => {
        const { name: _, ...of } = seen;
        const { data, error } = await announce({
          ...of,
          reason,
          amount: amount === undefined ? null : Math.round(Number(amount) * 100),
          base64Image: base64Image ?? null,
          clientRequestId: newRequestId(),
        });
        if (data) void navigate(`/violation/${data.msgId}`);
        return error;
      }}
      onClose={() => ask(null)}
    />
  );
  return { ask, dialog };
}

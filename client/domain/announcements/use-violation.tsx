import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { NewViolation } from '../../../contract/supervision/violations';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { useAnnounceViolationMutation } from './violations-api';
import { newRequestId } from '../../lib/request-id';
import type { ActionField } from '../../ui/list-page/action-dialog';
import { Time } from '../../ui/dates/time';
import { placeOf } from './violation-places';

/** Pages that show much and ask little do without its form until it is opened. */
const ActionDialog = lazy(async () => ({
  default: (await import('../../ui/list-page/action-dialog')).ActionDialog,
}));

/** Source of a violation, and its person; nobody when none of our people did it. */
export interface Seen extends Pick<NewViolation, 'source' | 'sourceId'> {
  userId: number | null;
  /** The person's name. */
  name: string | null;
  /** When it was. */
  at: string;
}
type SeenOf = Seen & { userId: number; name: string };

const FIELDS: readonly ActionField[] = [
  { name: 'reason', most: 500 },
  { name: 'amount', money: true, open: true },
  { name: 'base64Image', picture: true },
];

/**
 * Turns what was seen (a call, a behaviour, a complaint) into a violation announcement: `ask` opens the dialog, which
 * `dialog` puts anywhere on the page; it leads to the announcement and who has read it. `offered` says of what the viewer
 * may make one: nobody does of themselves.
 */
export function useViolation() {
  const { t } = useTranslation('violations');
  const navigate = useNavigate();
  const [announce] = useAnnounceViolationMutation();
  const may = useMay('violation:announce');
  const { data: me } = useCurrentUserQuery();
  const [seen, ask] = useState<SeenOf | null>(null);
  const offered = useCallback(
    (each: Seen): each is SeenOf =>
      may && each.userId !== null && each.name !== null && each.userId !== me?.id,
    [may, me?.id],
  );
  const dialog = seen && (
    <Suspense fallback={null}>
      <ActionDialog
        title={t('violations:ask', { name: seen.name })}
        label={t('violations:act')}
        danger
        words="violations"
        needs={FIELDS}
        about={<About seen={seen} />}
        submit={async ({ reason = '', amount, base64Image }) => {
          const { source, sourceId, userId } = seen;
          const { data, error } = await announce({
            ...{ source, sourceId, userId, reason },
            amount: amount === undefined ? null : Math.round(Number(amount) * 100),
            base64Image: base64Image ?? null,
            clientRequestId: newRequestId(),
          });
          if (data) void navigate(`/violation/${data.msgId}`);
          return error;
        }}
        onClose={() => ask(null)}
      />
    </Suspense>
  );
  return { may, offered, ask, dialog };
}

/** The violation's source; beside the dialog, for the input must not be lost. */
function About({ seen: { source, sourceId, at } }: { seen: SeenOf }) {
  const { t } = useTranslation('violations');
  const place = placeOf(source, sourceId);
  const text = t(`violations:source.${source}`);
  return (
    <>
      {t('violations:seenIn')}:{' '}
      {place ? (
        <Link to={place} target="_blank">
          {text}
        </Link>
      ) : (
        text
      )}{' '}
      <Time value={at} as="stamp" />
      <br />
      {t('violations:hint')}
    </>
  );
}

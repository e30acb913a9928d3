import { useTranslation } from 'react-i18next';
import type { WallboardTokenRow } from '../../../contract/session';
import { useCurrentUserQuery } from '../../api/session-api';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import { useWallboardTokensQuery, useRevokeWallboardTokenMutation } from './wallboard-tokens-api';
import { mayPair } from './may-pair';

const COLUMNS: readonly Column<WallboardTokenRow>[] = [
  { field: 'label', kind: 'name', width: 180 },
  { field: 'groupName', width: 110 },
  { field: 'issuedBy', width: 140 },
  { field: 'createdAt', kind: 'time', width: 112, grow: 0 },
  { field: 'lastSeenAt', kind: 'time', width: 112, grow: 0 },
  { field: 'endsAt', kind: 'time', width: 112, grow: 0 },
  { field: 'address', width: 130 },
];

/** The wallboards in use. A leader opens them for the own team's board. */
export function Component() {
  const { t } = useTranslation('kiosks');
  const { data: me } = useCurrentUserQuery();
  const [revoke] = useRevokeWallboardTokenMutation();
  const address = `${location.origin}${location.pathname}#/wallboard`;
  const acts: RowAction<WallboardTokenRow>[] = [
    {
      id: 'revoke',
      may: 'kiosk:issue',
      ask: true,
      danger: true,
      many: true,
      act: ({ sessionId }) => revoke({ sessionId }),
    },
  ];
  return (
    <ListPage
      id="kiosks"
      words="kiosks"
      useRows={useWallboardTokensQuery}
      filters={[]}
      columns={COLUMNS}
      rowId={({ sessionId }) => String(sessionId)}
      acts={acts}
      emptyHint={t('kiosks:list.hint', { address })}
      {...(mayPair(me) && { primary: { to: '/add/kiosk', may: 'kiosk:issue' } })}
      above={() => mayPair(me) && <p className="list-above muted">{t('kiosks:list.how', { address })}</p>}
    />
  );
}

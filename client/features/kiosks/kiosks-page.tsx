import { App } from 'antd';
import { useState } from 'react';
import type { KioskTokenRow } from '../../../contract/session';
import { useCurrentUserQuery } from '../../api/session-api';
import { useWords } from '../../i18n/use-words';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { ActDialog } from '../../ui/list-page/act-dialog';
import type { Act } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import { useIssueKioskMutation, useKiosksQuery, useRevokeKioskMutation } from './kiosks-api';

const COLUMNS: readonly Column<KioskTokenRow>[] = [
  { field: 'label', kind: 'name', width: 200 },
  { field: 'groupName', width: 140 },
  { field: 'issuedBy', width: 150 },
  { field: 'createdAt', kind: 'time', width: 130, grow: 0 },
  { field: 'lastSeenAt', kind: 'time', width: 130, grow: 0 },
  { field: 'endsAt', kind: 'time', width: 130, grow: 0 },
  { field: 'address', width: 150 },
];

/** The wallboards' tokens that are in use. A leader issues them for the own team's board. */
export function Component() {
  const { t } = useWords('kiosks');
  const { data: me } = useCurrentUserQuery();
  const [revoke] = useRevokeKioskMutation();
  const [issuing, setIssuing] = useState(false);
  const mayIssue = me?.role === 'leader' && me.permissions.includes('kiosk:issue');
  const acts: Act<KioskTokenRow>[] = [
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
    <>
      <ListPage
        id="kiosks"
        words="kiosks"
        useRows={useKiosksQuery}
        filters={[]}
        columns={COLUMNS}
        rowId={({ sessionId }) => String(sessionId)}
        acts={acts}
        emptyHint={t('kiosks:list.hint')}
        above={() =>
          mayIssue && (
            <p className="list-above">
              <Button primary onClick={() => setIssuing(true)}>
                {t('kiosks:issue.button')}
              </Button>
            </p>
          )
        }
      />
      {issuing && <Issue onClose={() => setIssuing(false)} />}
    </>
  );
}

/** The token is told once: the server keeps only its hash. */
function Issue({ onClose }: { onClose: () => void }) {
  const { t } = useWords('kiosks');
  const { modal } = App.useApp();
  const [issue] = useIssueKioskMutation();
  return (
    <ActDialog
      title={t('kiosks:issue.title')}
      label={t('kiosks:issue.button')}
      danger={false}
      words="kiosks"
      needs={[
        { name: 'label', most: 60 },
        { name: 'days', most: 2 },
      ]}
      about={t('kiosks:issue.hint')}
      submit={async ({ label = '', days }) => {
        const { data, error } = await issue({ label, days: Number(days) });
        if (data)
          void modal.info({
            title: t('kiosks:issue.once'),
            content: (
              <>
                <p>
                  <code>{data.token}</code> <CopyButton text={data.token} what={t('kiosks:issue.token')} />
                </p>
                <p>{t('kiosks:issue.where', { address: `${location.origin}/#/wallboard` })}</p>
              </>
            ),
          });
        return error;
      }}
      onClose={onClose}
    />
  );
}

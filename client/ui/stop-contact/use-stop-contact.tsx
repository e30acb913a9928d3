import { App } from 'antd';
import { useState } from 'react';
import type { StopKind } from '../../../contract/stops';
import { useStopContactMutation } from '../../api/stops-api';
import { useWords } from '../../i18n/use-words';
import { newRequestId } from '../../lib/request-id';
import { ActDialog } from '../list-page/act-dialog';
import type { Act } from '../list-page/acts';

interface Subject {
  id: number;
  name: string;
}

/**
 * Stops all contact of a person, queue, template or institution where it is met: `act` is its button in a list, under
 * `<words>:act.stopContact`, `ask` opens the same dialog from elsewhere, and `dialog` stands anywhere on the page.
 */
export function useStopContact<Row extends Subject>(kind: StopKind, when?: (row: Row) => boolean) {
  const { t } = useWords('stops');
  const { message } = App.useApp();
  const [stop] = useStopContactMutation();
  const [asked, ask] = useState<Subject | null>(null);
  const act: Act<Row> = {
    id: 'stopContact',
    may: 'guard:stop',
    danger: true,
    ...(when && { when }),
    opens: ([row]) => row && ask(row),
  };
  const dialog = asked && (
    <ActDialog
      title={t('stops:ask.stop')}
      label={t('stops:act.stop')}
      danger
      words="stops"
      needs={[{ name: 'reason', most: 300 }]}
      about={t(`stops:about.${kind}`, { name: asked.name })}
      submit={async ({ reason = '' }) => {
        const said = { kind, subjectId: asked.id, reason, clientRequestId: newRequestId() };
        const { error } = await stop(said);
        if (!error) void message.success(t('stops:stopped'));
        return error;
      }}
      onClose={() => ask(null)}
    />
  );
  return { act, ask, dialog };
}

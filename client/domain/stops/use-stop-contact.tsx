import { App } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StopKind } from '../../../contract/contact/stops';
import { useStopContactMutation } from './stops-api';
import { newRequestId } from '../../lib/request-id';
import type { RowAction } from '../../ui/list-page/acts';

/** Pages that show much and ask little do without its form until it is opened. */
const ActionDialog = lazy(async () => ({
  default: (await import('../../ui/list-page/action-dialog')).ActionDialog,
}));

interface Subject {
  id: number;
  name: string;
}

/**
 * Stops all contact of a person, queue, template or institution where it is met: `act` is its button in a list, under
 * `<words>:act.stopContact`, `ask` opens the same dialog from elsewhere, and `dialog` stands anywhere on the page.
 */
export function useStopContact<Row extends Subject>(kind: StopKind, when?: (row: Row) => boolean) {
  const { t } = useTranslation('stops');
  const { message } = App.useApp();
  const [stop] = useStopContactMutation();
  const [subject, ask] = useState<Subject | null>(null);
  const act: RowAction<Row> = {
    id: 'stopContact',
    may: 'guard:stop',
    danger: true,
    ...(when && { when }),
    opens: ([row]) => row && ask(row),
  };
  const dialog = subject && (
    <Suspense fallback={null}>
      <ActionDialog
        title={t(kind === 'NUMBER' ? 'stops:ask.NUMBER' : 'stops:ask.stop')}
        label={t(kind === 'NUMBER' ? 'stops:act.stopNumber' : 'stops:act.stop')}
        danger
        words="stops"
        needs={[{ name: 'reason', most: 300 }]}
        about={t(`stops:about.${kind}`, { name: subject.name })}
        submit={async ({ reason = '' }) => {
          const input = { kind, subjectId: subject.id, reason, clientRequestId: newRequestId() };
          const { error } = await stop(input);
          if (!error) void message.success(t('stops:stopped'));
          return error;
        }}
        onClose={() => ask(null)}
      />
    </Suspense>
  );
  return { act, ask, dialog };
}

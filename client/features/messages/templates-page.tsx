import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LANGUAGES, SEND_CHANNELS } from '../../../contract/codes';
import {
  TEMPLATE_STATES,
  type TemplateInfo,
  type TemplatesAnswer,
} from '../../../contract/contact/message-templates';
import { usePlaceOptions } from '../../domain/institutions/institutions-api';
import { useWaitingNotice } from '../../domain/approvals/use-waiting-notice';
import { newRequestId } from '../../lib/request-id';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import { useStopContact } from '../../domain/stops/use-stop-contact';
import { TemplateTag } from './template-tag';
import { useSetTemplateStatusMutation, templateCalls } from './templates-api';

const FILTERS: readonly Filter[] = [
  { name: 'name' },
  { name: 'channel', kind: 'choice', choices: SEND_CHANNELS, words: 'messages:channels' },
  { name: 'language', kind: 'choice', choices: LANGUAGES, words: 'templates:language' },
  { name: 'status', kind: 'choice', choices: TEMPLATE_STATES, words: 'templates:status' },
  { name: 'institutionId', kind: 'choice' },
];

const COLUMNS: readonly Column<TemplateInfo>[] = [
  { field: 'name', kind: 'name', width: 170, sortable: true },
  { field: 'channel', kind: 'code', words: 'messages:channels', width: 92, grow: 0 },
  { field: 'enabled', width: 132, grow: 0, draw: (row) => <TemplateTag of={row} /> },
  {
    field: 'languages',
    width: 140,
    draw: ({ languages }) => languages.map((language) => LANGUAGE_NAMES[language]).join(', '),
  },
  {
    field: 'institutionName',
    width: 115,
    draw: ({ institutionName, fromAbove }, t) =>
      fromAbove ? t('templates:from-above', { name: institutionName }) : institutionName,
  },
  { field: 'updatedAt', kind: 'time', width: 112, grow: 0, sortable: true },
  { field: 'updatedBy', width: 110 },
];

/** Templates of texts to borrowers. */
export function Component() {
  useTranslation('messages');
  const stop = useStopContact<TemplateInfo>('TEMPLATE', ({ enabled, fromAbove }) => enabled && !fromAbove);
  const [set] = useSetTemplateStatusMutation();
  const withNotice = useWaitingNotice();
  const act = (enabled: boolean): Omit<RowAction<TemplateInfo>, 'id'> => ({
    may: 'template:manage',
    when: (row) => row.enabled !== enabled && !row.fromAbove,
    ask: true,
    many: true,
    act: ({ id, version }) => withNotice(set({ id, version, enabled, clientRequestId: newRequestId() })),
  });
  return (
    <>
      {stop.dialog}
      <ListPage<TemplateInfo, TemplatesAnswer>
        id="templates"
        words="templates"
        useRows={templateCalls.useList}
        filters={FILTERS}
        options={usePlaceOptions()}
        columns={COLUMNS}
        rowId={({ id }) => String(id)}
        open={({ id }) => `/template/${id}`}
        acts={[{ id: 'activate', ...act(true) }, { id: 'deactivate', ...act(false), danger: true }, stop.act]}
        primary={{ to: '/add/template', may: 'template:manage' }}
      />
    </>
  );
}

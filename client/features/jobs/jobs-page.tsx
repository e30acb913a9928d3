import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { JOB_KINDS, JOB_STATES, type JobRow, type JobState } from '../../../contract/administration/jobs';
import { useCurrentUserQuery } from '../../api/session-api';
import { useUserId } from '../../state/session';
import { useLanguage } from '../../i18n/use-language';
import { formatCount } from '../../lib/format';
import { FileButton } from '../../ui/file-button';
import type { RowAction } from '../../ui/list-page/acts';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import type { Filter } from '../../ui/list-page/list-query';
import type { Tone } from '../../ui/status-tag';
import { BoardLink } from './board-link';
import { placeOf, resendAt } from './job-places';
import { useCancelJobMutation, useJobsQuery, useRetryJobMutation } from './jobs-api';

const TONES: Record<JobState, Tone> = {
  WAITING: 'muted',
  RUNNING: 'warn',
  DONE: 'good',
  FAILED: 'bad',
  CANCELLED: 'muted',
};

const FILTERS: readonly Filter[] = [
  { name: 'kind', kind: 'choice', choices: JOB_KINDS, words: 'jobs:kind' },
  { name: 'state', kind: 'choice', choices: JOB_STATES, words: 'jobs:state' },
];

const COLUMNS: readonly Column<JobRow>[] = [
  { field: 'kind', kind: 'code', words: 'jobs:kind', width: 110 },
  { field: 'about', width: 170, draw: (row) => <About row={row} /> },
  {
    field: 'state',
    kind: 'code',
    words: 'jobs:state',
    tone: ({ state }) => TONES[state],
    width: 100,
    grow: 0,
  },
  { field: 'done', width: 130, draw: (row) => <Progress row={row} /> },
  { field: 'refused', width: 150, draw: (row) => <Refused row={row} /> },
  { field: 'failure', width: 200 },
  { field: 'person', width: 130 },
  { field: 'startedAt', kind: 'time', width: 112, grow: 0 },
  { field: 'finishedAt', kind: 'time', width: 112, grow: 0 },
];

/** Whatever somebody has asked for that takes long: how far it is, what was wrong, begun again, stopped. */
export function Component() {
  const { t } = useTranslation('jobs');
  const [retry] = useRetryJobMutation();
  const [cancel] = useCancelJobMutation();
  const { data: user } = useCurrentUserQuery();
  const navigate = useNavigate();
  const acts: readonly RowAction<JobRow>[] = [
    {
      id: 'retry',
      may: 'job:read',
      when: ({ mayRetry }) => mayRetry,
      ask: true,
      act: ({ id }) => retry({ id }),
    },
    {
      id: 'resend',
      may: 'job:read',
      when: (row) => resendAt(row) !== null,
      opens: ([row]) => void navigate((row && resendAt(row)) ?? '/jobs'),
    },
    {
      id: 'cancel',
      may: 'job:read',
      when: ({ mayCancel }) => mayCancel,
      ask: true,
      danger: true,
      act: ({ id }) => cancel({ id }),
    },
  ];
  return (
    <ListPage
      id="jobs"
      words="jobs"
      useRows={useJobsQuery}
      filters={FILTERS}
      columns={COLUMNS}
      rowId={({ id }) => String(id)}
      acts={acts}
      above={() => <BoardLink user={user} label={t('jobs:board')} />}
    />
  );
}

/** Leads to a preview that waits, and to what became of a file. */
function About({ row }: { row: JobRow }) {
  const place = placeOf(row, useUserId());
  return place === null ? <span title={row.about}>{row.about}</span> : <Link to={place}>{row.about}</Link>;
}

function Progress({ row: { done, total } }: { row: JobRow }) {
  const { t } = useTranslation('jobs');
  const language = useLanguage();
  const doneText = formatCount(done, language);
  return (
    <span className="figure">
      {total === null ? doneText : t('jobs:of', { done: doneText, total: formatCount(total, language) })}
    </span>
  );
}

/** A refused schedule comes back as it was sent, with its cells marked; of the others there is a list. */
function Refused({ row: { kind, refused, errorFile } }: { row: JobRow }) {
  const { t } = useTranslation('jobs');
  const language = useLanguage();
  if (refused === 0) return <span className="muted">—</span>;
  const count = formatCount(refused, language);
  if (errorFile === null) return <span className="figure">{count}</span>;
  return (
    <FileButton
      small
      quiet
      call={{ path: errorFile }}
      file={kind === 'SCHEDULE' ? 'schedule-corrections.xlsx' : 'errors.csv'}
    >
      {count} · {t('jobs:errors')}
    </FileButton>
  );
}

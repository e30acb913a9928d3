import { Input } from 'antd';
import {
  PLANNED_STATES,
  type PlannedState,
  type WhatIf,
  type WhatIfPerson,
} from '../../../../contract/team/what-if';
import { useWords } from '../../../i18n/use-words';
import { GenericSelect } from '../../../ui/generic-select';
import { SmallTable, type SmallColumn } from '../../../ui/tables/small-table';
import { EmptyState } from '../../../ui/states';
import { Tag } from '../../../ui/status-tag';
import { SEAT_TONES } from '../seat-tones';

interface PeoplePanelProps {
  answer: WhatIf;
  name: string;
  onName: (name: string) => void;
  onPlan: (userId: number, status: PlannedState | null) => void;
}

/** People on duty that day, and with the changes: an absence tried out changes the figures at once. */
export function PeoplePanel({ answer: { people, peopleCount }, name, onName, onPlan }: PeoplePanelProps) {
  const { t } = useWords('what-if', 'schedules');
  const columns: readonly SmallColumn<WhatIfPerson>[] = [
    { field: 'name' },
    { field: 'cases', kind: 'count' },
    { field: 'today', draw: ({ today }) => <Duty status={today} /> },
    {
      field: 'then',
      draw: (person) => (
        <GenericSelect<PlannedState>
          className="what-if-duty"
          size="small"
          label={`${person.name}: ${t('what-if:person.then')}`}
          clearable={false}
          choices={PLANNED_STATES.map((value) => ({ value, label: t(`schedules:status.${value}`) }))}
          value={PLANNED_STATES.find((state) => state === person.then)}
          onChange={(status) => onPlan(person.userId, status === person.today ? null : (status ?? null))}
        />
      ),
    },
  ];
  return (
    <section className="card what-if-people" aria-label={t('what-if:people')}>
      <div className="what-if-bar">
        <h2>{t('what-if:people')}</h2>
        <Input
          aria-label={t('what-if:search')}
          placeholder={t('what-if:search')}
          className="what-if-search"
          allowClear
          defaultValue={name}
          onChange={({ target }) => onName(target.value)}
        />
      </div>
      {people.length === 0 ? (
        <EmptyState title={t('what-if:nobody')} />
      ) : (
        <SmallTable
          label="what-if:people"
          words="what-if:person"
          columns={columns}
          rows={people}
          rowKey={({ userId }) => userId}
          rowClass={({ today, then }) => (today === then ? undefined : 'what-if-changed')}
        />
      )}
      {peopleCount > people.length && (
        <p className="muted">{t('what-if:morePeople', { shown: people.length, count: peopleCount })}</p>
      )}
    </section>
  );
}

function Duty({ status }: { status: WhatIfPerson['today'] }) {
  const { t } = useWords('schedules', 'what-if');
  if (status === null) return <span className="muted">{t('what-if:unscheduled')}</span>;
  return <Tag tone={SEAT_TONES[status]}>{t(`schedules:status.${status}`)}</Tag>;
}

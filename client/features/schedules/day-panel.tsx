import { useTranslation } from 'react-i18next';
import { addDays, businessDay } from '../../../contract/shared/date';
import { type AgentPrediction, type DutySum } from '../../../contract/team/schedules';
import { Link } from 'react-router';
import { useNow } from '../../state/clock';
import { Button } from '../../ui/button';
import { DateInput } from '../../ui/dates/date-input';
import { Tag } from '../../ui/status-tag';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { useAgentPredictionQuery, useDutySumQuery } from './schedules-api';

type Line = AgentPrediction & Record<(typeof OFF_DUTY)[number], number>;

const OFF_DUTY = ['ABSENT', 'REST', 'RESIGNED'] as const satisfies readonly DutySum['status'][];

const COLUMNS: readonly SmallColumn<Line>[] = [
  { field: 'queueName' },
  { field: 'expectedCases', kind: 'count' },
  { field: 'recommendedSeats', kind: 'count' },
  { field: 'expectedStaff', kind: 'count' },
  { field: 'onDuty', kind: 'count', draw: (line) => <OnDuty line={line} /> },
  ...OFF_DUTY.map((field) => ({ field, kind: 'count' as const, head: `schedules:status.${field}` })),
  { field: 'expectedReminderCases', kind: 'count' },
  { field: 'perCapitaMin', kind: 'count' },
  { field: 'perCapitaMax', kind: 'count' },
  { field: 'minSeats', kind: 'count' },
  { field: 'maxSeats', kind: 'count' },
];

/** People on duty, and how many are missing or too many: by the plan, or by what is recommended where it names no number. */
function OnDuty({ line: { expectedStaff, recommendedSeats, onDuty } }: { line: Line }) {
  const { t } = useTranslation('schedules');
  const wanted = expectedStaff ?? recommendedSeats ?? onDuty;
  const count = Math.abs(wanted - onDuty);
  return (
    <span className="figure">
      {count > 0 && (
        <Tag tone={onDuty < wanted ? 'bad' : 'info'}>
          {t(`schedules:staffing.${onDuty < wanted ? 'missing' : 'beyond'}`, { count })}
        </Tag>
      )}{' '}
      {onDuty}
    </span>
  );
}

/** False for queues without plan and people. */
function saysSomething({ expectedCases, expectedStaff, onDuty, ...line }: Line): boolean {
  return (
    expectedCases !== null ||
    expectedStaff !== null ||
    onDuty > 0 ||
    OFF_DUTY.some((state) => line[state] > 0)
  );
}

/** The day that the page shows, today without one; and by queue the seats it wants beside the heads it has. */
export function DayPanel({ day, onDay }: { day: string | undefined; onDay: (day: string | null) => void }) {
  const { t } = useTranslation('schedules');
  const today = businessDay(new Date(useNow(null)));
  const shown = day ?? today;
  const days = [
    { label: t('schedules:today'), at: today },
    { label: t('schedules:tomorrow'), at: addDays(today, 1) },
  ];
  const args = day ? { day } : {};
  const { data: wanted = [] } = useAgentPredictionQuery(args);
  const { data: heads = [] } = useDutySumQuery(args);
  const all = wanted.map((each): Line => {
    const of = (status: DutySum['status']) =>
      heads.find((sum) => sum.queueId === each.queueId && sum.status === status)?.heads ?? 0;
    return {
      ...each,
      ABSENT: of('ABSENT'),
      REST: of('REST'),
      RESIGNED: of('RESIGNED'),
    };
  });
  const lines = all.filter(saysSomething);
  return (
    <>
      <div className="schedule-day">
        <DateInput label={t('schedules:day')} value={shown} allowClear={false} onChange={onDay} />
        {days.map(({ label, at }) => (
          <Button key={at} small quiet aria-pressed={at === shown} onClick={() => onDay(at)}>
            {label}
          </Button>
        ))}
        <Link to={`/seatingSchedule/whatIf${day ? `?day=${day}` : ''}`}>{t('schedules:whatIf')}</Link>
      </div>
      <p className="muted schedule-rule">{t('schedules:rule')}</p>
      {lines.length > 0 && (
        <div className="schedule-seats">
          <SmallTable
            label="schedules:prediction.title"
            words="schedules:prediction"
            columns={COLUMNS}
            rows={lines}
            rowKey={({ queueId }) => queueId}
          />
        </div>
      )}
    </>
  );
}

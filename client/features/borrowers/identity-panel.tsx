import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityAnswer } from '../../../contract/cases/borrowers';
import { useLanguage } from '../../i18n/use-language';
import { formatRate } from '../../lib/format';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { Time } from '../../ui/dates/time';
import { useIdentityAnswerQuery } from './borrowers-api';

const RISK = { LOW: 'good', MEDIUM: 'warn', HIGH: 'bad' } as const;

export function IdentityPanel({ taskId }: { taskId: number }) {
  const { t } = useTranslation('borrowers');
  const { data, error, refetch } = useIdentityAnswerQuery(taskId);
  return (
    <section>
      <h3>{t('borrowers:identity.title')}</h3>
      {data ? (
        data.answer ? (
          <Answer answer={data.answer} />
        ) : (
          <p className="muted">{t('borrowers:identity.none')}</p>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={4} />
      )}
    </section>
  );
}

function Answer({ answer }: { answer: IdentityAnswer }) {
  const { t } = useTranslation('borrowers');
  const language = useLanguage();
  const { riskLevel } = answer;
  return (
    <dl className="identity">
      <Fact label={t('borrowers:identity.match')}>{verdict(answer.identityMatch, t)}</Fact>
      <Fact label={t('borrowers:identity.phone')}>{verdict(answer.phoneMatch, t)}</Fact>
      <Fact label={t('borrowers:identity.face')}>{formatRate(answer.faceSimilarity, language)}</Fact>
      <Fact label={t('borrowers:identity.score')}>{answer.creditScore}</Fact>
      <Fact label={t('borrowers:identity.risk')}>
        {riskLevel && <Tag tone={RISK[riskLevel]}>{t(`borrowers:risk.${riskLevel}`)}</Tag>}
      </Fact>
      <Fact label={t('borrowers:identity.lenders')}>{answer.recentLenders}</Fact>
      <Fact label={t('borrowers:identity.overdue')}>{yesNo(answer.overdueElsewhere, t)}</Fact>
      <Fact label={t('borrowers:identity.provider')}>{answer.provider}</Fact>
      <Fact label={t('borrowers:identity.reference')}>{answer.reference}</Fact>
      <Fact label={t('borrowers:identity.checked')}>
        <Time value={answer.checkedAt} />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="muted">{label}</dt>
      <dd className="figure">{children ?? '—'}</dd>
    </div>
  );
}

function verdict(match: boolean | null, t: TFunction): ReactNode {
  if (match === null) return null;
  return (
    <Tag tone={match ? 'good' : 'bad'}>
      {t(match ? 'borrowers:identity.matches' : 'borrowers:identity.differs')}
    </Tag>
  );
}

function yesNo(value: boolean | null, t: TFunction): string | null {
  return value === null ? null : t(value ? 'borrowers:answer.yes' : 'borrowers:answer.no');
}

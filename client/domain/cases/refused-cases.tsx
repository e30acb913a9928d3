import './refused-cases.css';
import { useTranslation } from 'react-i18next';
import type { MovedCases } from '../../../contract/cases/case-moves';

interface RefusedCasesProps {
  rejected: MovedCases['rejected'];
  nameOf: (taskId: number) => string | undefined;
}

/** Why some of the marked cases stay where they are. */
export function RefusedCases({ rejected, nameOf }: RefusedCasesProps) {
  const { t } = useTranslation('lists');
  if (rejected.length === 0) return null;
  return (
    <>
      <p>{t('lists:refused', { count: rejected.length })}</p>
      <ul className="refused-cases">
        {rejected.map(({ taskId, reason }) => (
          <li key={taskId}>
            {nameOf(taskId)}: {t(`lists:reason.${reason.split('.')[1]}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

import { useTranslation } from 'react-i18next';
import type { WaitingGrants } from '../../../contract/administration/grants';
import type { Grants } from '../../../contract/permissions';
import { WaitingCard } from '../../domain/approvals/waiting-change';
import { useGrantWords } from './use-grant-words';

/** More rights of administrators, which another administrator decides. */
export function WaitingRights({ waiting }: { waiting: WaitingGrants }) {
  return (
    <WaitingCard waiting={waiting}>
      <Rights title="grants:waiting.give" of={waiting.give} />
      <Rights title="grants:waiting.take" of={waiting.take} />
    </WaitingCard>
  );
}

function Rights({ title, of: { permissions, menu } }: { title: string; of: Grants }) {
  const { t } = useTranslation('grants');
  const wordOf = useGrantWords();
  const keys = [...permissions, ...menu];
  if (keys.length === 0) return null;
  return (
    <>
      <h3>{t(title)}</h3>
      <ul>
        {keys.map((key) => (
          <li key={key}>{wordOf(key)}</li>
        ))}
      </ul>
    </>
  );
}

import { Tabs } from 'antd';
import { type ComponentType, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { CaseInfo } from '../../../contract/cases';
import { useWords } from '../../i18n/use-words';
import { PanelSkeleton } from '../../ui/states';
import { CaseLoan } from './case-loan';
import { CaseLog } from './case-log';
import { type OfCase, useCaseParts } from './case-parts';
import { CasePayments } from './case-payments';
import { CasePlan } from './case-plan';

const TABS: readonly { name: string; Panel: ComponentType<OfCase> }[] = [
  { name: 'log', Panel: CaseLog },
  { name: 'plan', Panel: CasePlan },
  { name: 'payments', Panel: CasePayments },
  { name: 'loan', Panel: CaseLoan },
];

/** What happened and what is owed; a tab asks the server when it is opened, and stands in the address. */
export function CaseTabs({ info }: { info: CaseInfo }) {
  const { t } = useWords('case');
  const [search, setSearch] = useSearchParams();
  const tabs = [...TABS, ...useCaseParts().tabs];
  const asked = search.get('tab');
  const active = tabs.find(({ name }) => name === asked)?.name ?? 'log';
  const open = (name: string) =>
    setSearch(
      (before) => {
        before.set('tab', name);
        return before;
      },
      { replace: true },
    );
  return (
    <section className="case-panel case-centre" aria-label={t('case:tab.label')}>
      <Tabs
        activeKey={active}
        onChange={open}
        destroyOnHidden
        animated={false}
        items={tabs.map(({ name, Panel }) => ({
          key: name,
          label: t(`case:tab.${name}`),
          children: (
            <Suspense fallback={<PanelSkeleton lines={8} />}>
              <Panel info={info} />
            </Suspense>
          ),
        }))}
      />
    </section>
  );
}

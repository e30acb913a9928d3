import { Tabs } from 'antd';
import { useSearchParams } from 'react-router';
import type { CaseInfo } from '../../../contract/cases';
import { useWords } from '../../i18n/use-words';
import { CaseLoan } from './case-loan';
import { CaseLog } from './case-log';
import { CasePayments } from './case-payments';
import { CasePlan } from './case-plan';

const TABS = ['plan', 'log', 'payments', 'loan'] as const;
type TabName = (typeof TABS)[number];

const PANELS = { plan: CasePlan, log: CaseLog, payments: CasePayments, loan: CaseLoan };

/** What happened and what is owed; a tab asks the server when it is opened, and stands in the address. */
export function CaseTabs({ info }: { info: CaseInfo }) {
  const { t } = useWords('case');
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const active = TABS.find((name) => name === asked) ?? 'log';
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
        items={TABS.map((name) => ({ key: name, label: t(`case:tab.${name}`), children: panel(name, info) }))}
      />
    </section>
  );
}

function panel(name: TabName, info: CaseInfo) {
  const Panel = PANELS[name];
  return <Panel info={info} />;
}

import { Tabs } from 'antd';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { CaseInfo } from '../../../../contract/cases/cases';
import { useWords } from '../../../i18n/use-words';
import { PanelSkeleton } from '../../../ui/states';
import { type CaseTab, useCaseParts } from './case-parts';
import { placeOfTab } from './tab-place';

/** History and debts; a section is fetched when it is opened, and stands in the address. */
export function CaseTabs({ info }: { info: CaseInfo }) {
  const { t } = useWords('case');
  const { tabs } = useCaseParts();
  const [search, setSearch] = useSearchParams();
  const place = placeOfTab(tabs, search.get('tab'));
  const open = (name: string) =>
    setSearch(
      (before) => {
        before.set('tab', name);
        return before;
      },
      { replace: true },
    );
  if (!place) return null;
  const { tab, section } = place;
  return (
    <section className="case-panel case-centre" aria-label={t('case:tab.label')}>
      <Tabs
        activeKey={tab.name}
        onChange={(name) => open(placeOfTab(tabs, name)?.section.name ?? name)}
        destroyOnHidden
        animated={false}
        items={tabs.map(({ name }) => ({
          key: name,
          label: t(`case:tab.${name}`),
          children: name === tab.name && (
            <>
              {tab.sections.length > 1 && <Sections tab={tab} chosen={section.name} onOpen={open} />}
              <Suspense fallback={<PanelSkeleton lines={8} />}>
                <section.Panel key={section.name} info={info} />
              </Suspense>
            </>
          ),
        }))}
      />
    </section>
  );
}

interface SectionsProps {
  tab: CaseTab;
  chosen: string;
  onOpen: (name: string) => void;
}

function Sections({ tab, chosen, onOpen }: SectionsProps) {
  const { t } = useWords('case');
  return (
    <div className="case-sections" role="group" aria-label={t(`case:tab.${tab.name}`)}>
      {tab.sections.map(({ name }) => (
        <button
          key={name}
          type="button"
          className="case-section"
          aria-pressed={name === chosen}
          onClick={() => onOpen(name)}
        >
          {t(`case:section.${name}`)}
        </button>
      ))}
    </div>
  );
}

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../../contract/cases/cases';
import { SCRIPT_ITEMS, type ScriptItem } from '../../../../contract/contact/first-contact';
import { useLanguage } from '../../../i18n/use-language';
import { formatDay, formatMoney } from '../../../lib/format';
import { SHORTCUTS, useShortcut } from '../../../lib/keyboard/shortcuts';
import { useCurrentUserQuery } from '../../../api/session-api';
import { useFirstContactQuery } from '../case-api';
import type { Draft, DraftChange } from './case-draft';
import { FieldProblem } from './case-problem';

interface CaseScriptProps {
  info: CaseInfo;
  draft: Draft;
  edit: (change: DraftChange) => void;
  /** By item. */
  problems: Readonly<Partial<Record<ScriptItem, string>>>;
}

/** The words of a first contact, ticked as they are said; nothing when this borrower was told before. */
export function CaseScript({ info, draft, edit, problems }: CaseScriptProps) {
  const { t } = useTranslation('case');
  const fill = useFilled(info);
  const { data } = useFirstContactQuery(info.id);
  const tick = (item: ScriptItem) => edit(({ script }) => ({ script: toggled(script, item) }));
  const tickNext = () =>
    edit(({ script }) => {
      const next = SCRIPT_ITEMS.find((item) => !script.includes(item));
      return next ? { script: toggled(script, next) } : {};
    });
  useShortcut(SHORTCUTS.said, tickNext, Boolean(data));
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (draft.script.length === 0) return;
    list.current?.querySelector('[aria-checked=false]')?.scrollIntoView({ block: 'nearest' });
  }, [draft.script.length]);
  const isShown = Boolean(data);
  useEffect(() => {
    // It may come late, and above the field that somebody is at.
    if (isShown) document.activeElement?.closest('.case-field')?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  if (!data) return null;
  return (
    <fieldset ref={list} className="case-field case-script">
      <legend className="case-label">
        {t('case:script.title')} <kbd aria-hidden="true">{SHORTCUTS.said}</kbd>
      </legend>
      {data.items.map(({ item, words }) => (
        // A button, not an input: in an input the keys of the form would be typed.
        <button
          key={item}
          type="button"
          role="checkbox"
          className="case-script-item"
          title={data.legalSource ?? undefined}
          aria-checked={draft.script.includes(item)}
          aria-invalid={problems[item] !== undefined}
          onClick={() => tick(item)}
        >
          <span className="case-script-box" aria-hidden="true" />
          <span>
            {t(`case:script.${item}`)}
            {words && <q className="case-script-words">{fill(words)}</q>}
          </span>
        </button>
      ))}
      <FieldProblem text={Object.values(problems)[0]} />
    </fieldset>
  );
}

/** In the order of the script. */
const toggled = (script: readonly ScriptItem[], item: ScriptItem) =>
  SCRIPT_ITEMS.filter((each) => script.includes(each) !== (each === item));

/** The script's words with their places filled. */
function useFilled(info: CaseInfo): (words: string) => string {
  const language = useLanguage();
  const { data: user } = useCurrentUserQuery();
  const values: Record<string, string> = {
    collector: user?.name ?? '',
    lender: info.institutionName,
    contract: info.loanId,
    amount: formatMoney(info.amount, language),
    day: formatDay(info.penaltyDate, language),
  };
  return (words) => words.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

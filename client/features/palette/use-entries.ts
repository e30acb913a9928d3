import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { skipToken } from '@reduxjs/toolkit/query';
import { LANGUAGE_NAMES, CASE_GROUP_NAMES } from '../../../contract/codes';
import { useCollectorsQuery, useCurrentUserQuery } from '../../api/session-api';
import { changeLanguage } from '../../i18n/i18n';
import { useLanguage } from '../../i18n/use-language';
import { useCell } from '../../lib/keyboard/cell';
import { commands } from '../../lib/keyboard/commands';
import { formatMoney } from '../../lib/format';
import { LANGUAGE_ORDER } from '../../lib/language';
import type { Preferences } from '../../lib/preferences';
import { keysInForce, SHORTCUTS } from '../../lib/keyboard/shortcuts';
import { preferencesChanged, usePreferences } from '../../state/preferences';
import { useFoundCasesQuery } from './palette-api';
import { type Entry, type PaletteRoute, queriesFor } from './palette-entries';

/** Letters from which on people are looked for. */
const MIN_LETTERS = 2;
const DUES = ['now', 'promisedToday', 'paidToday'] as const;

export function useEntries(
  text: string,
  routes: readonly PaletteRoute[],
  onHelp: () => void,
): { entries: Entry[]; searching: boolean } {
  const { t } = useTranslation(['palette', 'codes', 'cases']);
  const language = useLanguage();
  const navigate = useNavigate();
  const { keys } = usePreferences();
  const dispatch = useDispatch();
  const here = useCell(commands);
  const isSearching = queriesFor(text).length > 0;
  const { currentData, isFetching } = useFoundCasesQuery(isSearching ? text.trim() : skipToken);
  const { data: me } = useCurrentUserQuery();
  const { data: people = [] } = useCollectorsQuery(undefined, {
    skip: me === undefined || me.role === 'member' || text.trim().length < MIN_LETTERS,
  });
  const go = (path: string) => () => void navigate(path);
  const entries: Entry[] = [
    ...here.map((command): Entry => ({
      ...command,
      group: 'here',
      ...(command.keys && { keys: keysInForce(command.keys, keys) }),
    })),
    ...((isSearching && currentData) || []).map((row): Entry => ({
      id: `case-${row.id}`,
      group: 'case',
      label: `${row.borrowerName} · ${row.loanId}`,
      hint: formatMoney(row.amount, language),
      act: go(`/task/${row.id}/${encodeURIComponent(row.loanId)}`),
    })),
    ...people.map(({ id, name, username }): Entry => ({
      id: `person-${id}`,
      group: 'person',
      label: name,
      hint: username,
      act: go(`/case/list?ownerId=${id}`),
    })),
    ...routes.map(({ path, label }): Entry => ({
      id: `go-${path.replace(/\W/g, '-')}`,
      group: 'go',
      label,
      act: go(path),
    })),
    ...filterEntries(t, go),
    ...settingEntries(t, onHelp, (change) => void dispatch(preferencesChanged(change))),
  ];
  return { entries, searching: isSearching && isFetching };
}

function filterEntries(t: TFunction, go: (path: string) => () => void): Entry[] {
  return [
    ...DUES.map((due): Entry => ({
      id: `due-${due}`,
      group: 'filter',
      label: t(`cases:quick.${due}`),
      act: go(`/case/list?due=${due}`),
    })),
    ...CASE_GROUP_NAMES.map((name): Entry => ({
      id: `group-${name}`,
      group: 'filter',
      label: t(`codes:case-group.${name}`),
      act: go(`/case/list?group=${name}`),
    })),
  ];
}

function settingEntries(
  t: TFunction,
  onHelp: () => void,
  change: (preferences: Partial<Preferences>) => void,
): Entry[] {
  return [
    { id: 'help', group: 'setting', label: t('palette:help.title'), keys: SHORTCUTS.help, act: onHelp },
    ...LANGUAGE_ORDER.map((language): Entry => ({
      id: `language-${language}`,
      group: 'setting',
      label: `${t('common:language')}: ${LANGUAGE_NAMES[language]}`,
      act: () => void changeLanguage(language),
    })),
    ...(['system', 'light', 'dark'] as const).map((theme): Entry => ({
      id: `theme-${theme}`,
      group: 'setting',
      label: t(`palette:theme.${theme}`),
      act: () => change({ theme }),
    })),
    ...(['comfortable', 'compact'] as const).map((density): Entry => ({
      id: `density-${density}`,
      group: 'setting',
      label: t(`palette:density.${density}`),
      act: () => change({ density }),
    })),
  ];
}

import './palette.css';
import { Modal, Switch } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import {
  isFixed,
  keysInForce,
  keysOf,
  remapped,
  type ShortcutName,
  SHORTCUTS,
  shortcutsHeard,
} from '../../lib/keyboard/shortcuts';
import { preferencesChanged, usePreferences } from '../../state/preferences';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { KeyText } from './key-text';

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[];

/**
 * The use of a screen, and all shortcuts: first those that the page listens to. A person may give each other keys, none, or
 * the product's own again.
 */
export default function ScreenHelp({ screen, onClose }: { screen: string; onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation(['palette', 'screens']);
  const [here] = useState(shortcutsHeard);
  const { shortcuts } = usePreferences();
  const dispatch = useDispatch();
  const [listening, setListening] = useState<ShortcutName | null>(null);
  return (
    <Modal
      open
      footer={null}
      onCancel={onClose}
      width={560}
      transitionName=""
      maskTransitionName=""
      title={t('screens:title')}
      keyboard={listening === null}
    >
      <p>{t(`screens:screen.${screen}`)}</p>
      <h2 className="help-heading">{t('palette:help.title')}</h2>
      <label className="shortcut-switch">
        <Switch
          size="small"
          checked={shortcuts}
          onChange={(on) => dispatch(preferencesChanged({ shortcuts: on }))}
        />
        {t('palette:help.single-keys')}
      </label>
      <p className="muted">{t('palette:help.hint')}</p>
      {[
        { title: t('screens:keys'), names: here },
        { title: t('screens:others'), names: NAMES.filter((name) => !here.includes(name)) },
      ].map(({ title, names }) => (
        <table key={title} className="shortcut-table">
          <caption>{title}</caption>
          <tbody>
            {names.map((name) => (
              <Row key={name} name={name} listening={listening === name} onListen={setListening} />
            ))}
          </tbody>
        </table>
      ))}
    </Modal>
  );
}

interface RowProps {
  name: ShortcutName;
  listening: boolean;
  onListen: (name: ShortcutName | null) => void;
}

function Row({ name, listening, onListen }: RowProps) {
  const { t } = useTranslation('palette');
  const { keys: changed } = usePreferences();
  const dispatch = useDispatch();
  const setKeys = (keys: string | null) =>
    dispatch(preferencesChanged({ keys: remapped(changed, name, keys) }));
  const label = t(`palette:shortcut.${name}`);
  const onKey = (event: KeyboardEvent) => {
    if (!listening || event.nativeEvent.isComposing) return;
    const keys = event.key === 'Backspace' ? '' : keysOf(event.nativeEvent);
    if (keys === null && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (keys !== null) setKeys(keys);
    onListen(null);
  };
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <KeyText keys={keysInForce(SHORTCUTS[name], changed)} />
      </td>
      <td>
        {!isFixed(name) && (
          <>
            <button
              type="button"
              className="shortcut-change"
              aria-label={t('palette:help.change-of', { name: label })}
              onClick={() => onListen(listening ? null : name)}
              onBlur={() => onListen(null)}
              onKeyDown={onKey}
            >
              {t(listening ? 'palette:help.press' : 'palette:help.change')}
            </button>
            {changed[name] !== undefined && (
              <button
                type="button"
                className="shortcut-change"
                aria-label={t('palette:help.reset-of', { name: label })}
                onClick={() => setKeys(null)}
              >
                {t('palette:help.reset')}
              </button>
            )}
          </>
        )}
      </td>
    </tr>
  );
}

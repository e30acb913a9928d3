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
} from '../../lib/keyboard/shortcuts';
import { preferencesChanged, usePreferences } from '../../state/preferences';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { KeyText } from './key-text';

const NAMES = Object.keys(SHORTCUTS) as ShortcutName[];

/** All shortcuts out of their table; a person may give each other keys, none, or the product's own again. */
export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { t } = useTranslation('palette');
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
      title={t('palette:help.title')}
      keyboard={listening === null}
    >
      <label className="shortcut-switch">
        <Switch
          size="small"
          checked={shortcuts}
          onChange={(on) => dispatch(preferencesChanged({ shortcuts: on }))}
        />
        {t('palette:help.single-keys')}
      </label>
      <p className="muted">{t('palette:help.hint')}</p>
      <table className="shortcut-table">
        <tbody>
          {NAMES.map((name) => (
            <Row key={name} name={name} listening={listening === name} onListen={setListening} />
          ))}
        </tbody>
      </table>
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

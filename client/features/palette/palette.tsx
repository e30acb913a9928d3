import './palette.css';
import { Modal } from 'antd';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../ui/layers/use-return-focus';
import { type Entry, fitting, type PaletteRoute } from './palette-entries';
import { KeyText } from './key-text';
import { useEntries } from './use-entries';

interface PaletteProps {
  routes: readonly PaletteRoute[];
  onClose: () => void;
  onHelp: () => void;
}

export default function Palette({ routes, onClose, onHelp }: PaletteProps) {
  useReturnFocus();
  const { t } = useTranslation('palette');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { entries, searching } = useEntries(useDeferredValue(text), routes, onHelp);
  const found = fitting(entries, text);
  const chosen = found[Math.min(at, found.length - 1)];
  const act = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    // After the dialog has gone: what opens next takes the focus.
    setTimeout(entry.act);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') act(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={580}
      transitionName=""
      maskTransitionName=""
      className="palette"
      style={{ top: 90 }}
      title={<span className="visually-hidden">{t('palette:title')}</span>}
    >
      <input
        className="palette-input"
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={chosen && `palette-${chosen.id}`}
        aria-label={t('palette:title')}
        placeholder={t('palette:placeholder')}
        value={text}
        ref={focused}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <ul id="palette-list" role="listbox" aria-label={t('palette:title')} className="palette-list">
        {found.map((entry) => (
          <Option key={entry.id} entry={entry} chosen={entry === chosen} onAct={() => act(entry)} />
        ))}
      </ul>
      <p role="status" className="palette-state muted">
        {found.length === 0 && t(searching ? 'palette:searching' : 'palette:none')}
      </p>
    </Modal>
  );
}

function Option({ entry, chosen, onAct }: { entry: Entry; chosen: boolean; onAct: () => void }) {
  const { t } = useTranslation('palette');
  return (
    <li role="presentation">
      <button
        type="button"
        tabIndex={-1}
        id={`palette-${entry.id}`}
        role="option"
        aria-selected={chosen}
        className="palette-option"
        ref={(node) => {
          if (chosen) node?.scrollIntoView({ block: 'nearest' });
        }}
        onClick={onAct}
      >
        <span className="palette-group">{t(`palette:group.${entry.group}`)}</span>
        <span className="palette-label">{entry.label}</span>
        {entry.hint && <span className="palette-hint figure">{entry.hint}</span>}
        {entry.keys && <KeyText keys={entry.keys} />}
      </button>
    </li>
  );
}

function focused(field: HTMLInputElement | null): void {
  field?.focus();
}

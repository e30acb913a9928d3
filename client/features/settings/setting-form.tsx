import { App, Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words';
import { useCommands } from '../../lib/commands';
import { SHORTCUTS, useShortcut } from '../../lib/shortcuts';
import { useUnsaved } from '../../lib/unsaved';
import { LeaveQuestion } from '../../ui/leave-question';
import { Overtaken } from './overtaken';
import type { Setting } from './use-setting';

interface SettingFormProps {
  label: string;
  setting: Setting;
  /** Longest note that a change may carry; none: a change has no note. */
  noteLength?: number;
  children: ReactNode;
}

/** The fields of a setting, and under them what will be changed. */
export function SettingForm({ label, setting, noteLength, children }: SettingFormProps) {
  const { t } = useWords('settings');
  const { message } = App.useApp();
  const { changes, canSave, saving } = setting;
  const dirty = changes.length > 0;
  const save = async () => {
    if (canSave && (await setting.save())) void message.success(t('settings:form.saved'));
  };
  useUnsaved(dirty);
  useShortcut(SHORTCUTS['save-next'], () => void save(), dirty);
  const offered = [
    {
      id: 'setting-save',
      label: t('settings:form.save'),
      keys: SHORTCUTS['save-next'],
      act: () => void save(),
    },
    { id: 'setting-discard', label: t('settings:form.discard'), act: setting.discard },
  ];
  useCommands(dirty ? offered : []);
  return (
    <form
      className="setting-form"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Overtaken setting={setting} />
      {children}
      <footer className="setting-foot">
        {noteLength !== undefined && (
          <Input
            aria-label={t('settings:form.note')}
            placeholder={t('settings:form.note')}
            value={setting.note}
            maxLength={noteLength}
            disabled={!dirty}
            onChange={({ target }) => setting.setNote(target.value)}
          />
        )}
        <span className="setting-count" role="status">
          {dirty ? t('settings:form.changes', { count: changes.length }) : t('settings:form.unchanged')}
        </span>
        <Button disabled={!dirty || saving} onClick={setting.discard}>
          {t('settings:form.discard')}
        </Button>
        <Button type="primary" htmlType="submit" disabled={!canSave} loading={saving}>
          {t('settings:form.save')}
        </Button>
      </footer>
      <LeaveQuestion when={dirty} />
    </form>
  );
}

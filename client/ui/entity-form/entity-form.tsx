import './entity-form.css';
import { App, ConfigProvider, Input } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../lib/keyboard/commands';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';
import { useUnsaved } from '../../lib/unsaved';
import { Button } from '../button';
import { LeaveDialog } from '../leave-dialog';
import type { FieldGroup } from './fields';
import { FieldRow } from './field-row';
import { Conflict } from './conflict';
import type { FormState } from './use-form-state';

export interface EntityFormProps {
  label: string;
  draft: FormState;
  groups: readonly FieldGroup[];
  /** Beside a group's title, e.g. whether it is law. */
  extraOf?: (group: FieldGroup) => { extra?: ReactNode; tone?: 'law' };
  /** Longest note that a change may carry; none: a change has no note. */
  noteLength?: number;
  /** More buttons beside those that save and discard. */
  acts?: ReactNode;
  /** Where sending does harm: what the button says in place of "Save", and what it will hit. */
  grave?: Grave;
  /** With what the server answered. The form knows by then that nothing is unsaved: a page may leave. */
  onSaved?: (answer: unknown) => void;
}

interface Grave {
  label: string;
  effect: string | null;
}

/**
 * The fields of a document and under them what will be changed. Saved by its button, Ctrl+S or Ctrl+Enter; the first field
 * that stands against it is scrolled to and focused, and its refusal read out. Asks before unsaved changes are left.
 */
export function EntityForm(props: EntityFormProps) {
  const { label, draft, groups, extraOf, noteLength, acts, grave, onSaved } = props;
  const { t } = useTranslation([draft.words, 'forms']);
  const { message } = App.useApp();
  const place = useRef<HTMLDivElement>(null);
  const dirty = draft.changes.length > 0;
  const { isNew = false, unset = false } = draft.base;
  const may = !draft.readOnly && !draft.conflict && !draft.saving && (dirty || isNew || unset);
  const save = async () => {
    const answer = may ? await draft.save() : null;
    if (!answer) return;
    void message.success(t(answer.waits ? 'forms:asked' : 'forms:saved'));
    onSaved?.(answer.data);
  };
  useUnsaved(dirty);
  useShortcut(SHORTCUTS.save, () => void save(), !draft.readOnly);
  useShortcut(SHORTCUTS['save-next'], () => void save(), may);
  const offered = [
    {
      id: 'entity-save',
      label: grave?.label ?? t('forms:save'),
      keys: SHORTCUTS.save,
      act: () => void save(),
    },
    { id: 'entity-discard', label: t('forms:discard'), act: draft.discard },
  ];
  useCommands(may ? offered : []);
  const showFirst = useEffectEvent(() =>
    focusFirst(place.current, draft.fields.find(({ name }) => draft.problems[name])?.name),
  );
  useEffect(() => {
    if (draft.tried > 0) showFirst();
  }, [draft.tried]);
  return (
    <div ref={place}>
      <form
        className="entity-form"
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ConfigProvider componentDisabled={draft.readOnly}>
          <Conflict draft={draft} />
          {groups.map((group) => (
            <Group key={group.id} group={group} draft={draft} {...extraOf?.(group)} />
          ))}
          {!draft.readOnly && <Foot {...{ draft, may, noteLength, acts, grave }} />}
        </ConfigProvider>
      </form>
      <LeaveDialog when={dirty} />
    </div>
  );
}

type GroupProps = { group: FieldGroup; draft: FormState; extra?: ReactNode; tone?: 'law' };

function Group({ group: { id, fields }, draft, extra, tone }: GroupProps) {
  const { t } = useTranslation(draft.words);
  const title = t(`${draft.words}:group.${id}.title`);
  const hint = t(`${draft.words}:group.${id}.hint`, { defaultValue: '' });
  return (
    <fieldset className={tone ? `card card-${tone}` : 'card'}>
      <legend className="visually-hidden">{title}</legend>
      <div className="card-head" aria-hidden="true">
        <h2>{title}</h2>
      </div>
      {(extra || hint) && (
        <div className="card-hint">
          {extra}
          {hint && <span className="muted">{hint}</span>}
        </div>
      )}
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} draft={draft} />
      ))}
    </fieldset>
  );
}

interface FootProps {
  draft: FormState;
  may: boolean;
  noteLength: number | undefined;
  acts: ReactNode;
  grave: Grave | undefined;
}

function Foot({ draft, may, noteLength, acts, grave }: FootProps) {
  const { t } = useTranslation('forms');
  const count = draft.changes.length;
  const wrong = Object.keys(draft.shown).length;
  const incomplete = Object.values(draft.shown).some((problem) => problem?.rule === 'required');
  return (
    <footer className="entity-foot">
      {noteLength !== undefined && (
        <Input
          aria-label={t('forms:note')}
          placeholder={t('forms:note')}
          value={draft.note}
          maxLength={noteLength}
          disabled={count === 0}
          onChange={({ target }) => draft.setNote(target.value)}
        />
      )}
      <span className={wrong > 0 ? 'entity-count entity-wrong' : 'entity-count'} role="status">
        {wrong > 0
          ? t(incomplete ? 'common:form.complete' : 'forms:wrong', { count: wrong })
          : count > 0
            ? (grave?.effect ?? t('forms:changes', { count }))
            : t('forms:unchanged')}
      </span>
      {acts}
      <Button disabled={count === 0 || draft.saving} onClick={draft.discard}>
        {t('forms:discard')}
      </Button>
      <Button primary={!grave} danger={Boolean(grave)} type="submit" disabled={!may} busy={draft.saving}>
        {grave?.label ?? t('forms:save')}
      </Button>
    </footer>
  );
}

const CONTROLS = 'input:not([type=file]), textarea, button, [tabindex]';

function focusFirst(place: HTMLElement | null, name: string | undefined): void {
  const row = name && place?.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const control = row && row.querySelector<HTMLElement>(CONTROLS);
  if (!control) return;
  row.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
}

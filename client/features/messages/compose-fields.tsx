import { LANGUAGES, type Language } from '../../../contract/codes';
import { LONGEST_PARAM, type FreeParam, type SendChannel } from '../../../contract/message-texts';
import { useWords } from '../../i18n/use-words';
import { LANGUAGE_NAMES } from '../../lib/language';
import type { ComposeState } from './compose-state';
import { paramLabel } from './message-text';

const INPUT_OF = { time: 'time', day: 'date', text: 'text' } as const satisfies Record<
  FreeParam['format'],
  string
>;

interface ComposeFieldsProps {
  form: ComposeState;
  channels: readonly SendChannel[];
  /** What the server said of a field. */
  problems: Readonly<Record<string, string>>;
}

/** By which channel, to whom, which template, and what only who sends can know. */
export function ComposeFields({ form, channels, problems }: ComposeFieldsProps) {
  const { t } = useWords('messages', 'codes');
  const { template, templates, params, contact } = form;
  const languages = LANGUAGES.filter((language) => template.texts[language]);
  return (
    <>
      <div className="sms-fields">
        <label className="sms-field">
          <span className="muted">{t('messages:channel')}</span>
          <select
            className="sms-input"
            name="channel"
            value={template.channel}
            onChange={({ target }) => form.chooseChannel(target.value as SendChannel)}
          >
            {channels.map((channel) => (
              <option
                key={channel}
                value={channel}
                disabled={!templates.some((one) => one.channel === channel)}
              >
                {t(`messages:channels.${channel}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="sms-field">
          <span className="muted">{t('messages:to')}</span>
          <select
            className="sms-input"
            name="contact"
            value={contact?.id ?? ''}
            onChange={({ target }) => form.chooseContact(Number(target.value))}
          >
            {form.contacts?.contacts.map(({ id, name, relation }) => (
              <option key={id} value={id}>
                {`${name} · ${t(`codes:relation.${relation}`)}`}
              </option>
            ))}
          </select>
        </label>
        <label className="sms-field sms-field-wide">
          <span className="muted">{t('messages:template')}</span>
          <select
            className="sms-input"
            name="template"
            value={template.id}
            onChange={({ target }) =>
              form.choose(templates.find(({ id }) => id === Number(target.value)) ?? template)
            }
          >
            {templates
              .filter(({ channel }) => channel === template.channel)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        </label>
        {languages.length > 1 && (
          <label className="sms-field">
            <span className="muted">{t('messages:language')}</span>
            <select
              className="sms-input"
              name="language"
              value={form.language}
              onChange={({ target }) => form.chooseLanguage(target.value as Language)}
            >
              {languages.map((language) => (
                <option key={language} value={language}>
                  {LANGUAGE_NAMES[language]}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div className="sms-fields">
        {template.params.map(({ name, format }) => {
          const problem = problems[`params.${name}`];
          return (
            <label key={name} className="sms-field">
              <span className="muted">{paramLabel(t, name)}</span>
              <input
                className="sms-input"
                name={`param-${name}`}
                type={INPUT_OF[format]}
                value={params[name] ?? ''}
                maxLength={LONGEST_PARAM}
                autoComplete="off"
                aria-invalid={problem !== undefined}
                title={problem}
                onChange={({ target }) => form.edit(name, target.value)}
              />
            </label>
          );
        })}
      </div>
    </>
  );
}

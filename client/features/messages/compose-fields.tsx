import { Input } from 'antd';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../contract/codes';
import { type FreeParam, LONGEST_PARAM, type SendChannel } from '../../../contract/contact/message-texts';
import { useWords } from '../../i18n/use-words';
import { DateInput } from '../../ui/dates/date-input';
import { GenericSelect } from '../../ui/generic-select';
import type { ComposeState } from './compose-state';
import { paramLabel } from './message-text';
import { useMessagePlacesQuery } from './messages-api';

export const TEMPLATE_FIELD = 'sms-template';

interface ComposeFieldsProps {
  form: ComposeState;
  channels: readonly SendChannel[];
  /** The server's problem with each field. */
  problems: Readonly<Record<string, string>>;
}

export function ComposeFields({ form, channels, problems }: ComposeFieldsProps) {
  const { t } = useWords('messages', 'codes');
  const { template, templates, contact } = form;
  const languages = LANGUAGES.filter((language) => template.texts[language]);
  return (
    <>
      <div className="sms-fields">
        <div className="sms-field">
          <span className="muted">{t('messages:channel')}</span>
          <GenericSelect
            label={t('messages:channel')}
            clearable={false}
            choices={channels.map((channel) => ({
              value: channel,
              label: t(`messages:channels.${channel}`),
              disabled: !templates.some((one) => one.channel === channel),
            }))}
            value={template.channel}
            onChange={(channel) => channel && form.chooseChannel(channel)}
          />
        </div>
        <div className="sms-field">
          <span className="muted">{t('messages:to')}</span>
          <GenericSelect
            label={t('messages:to')}
            clearable={false}
            choices={(form.contacts?.contacts ?? []).map(({ id, name, relation }) => ({
              value: id,
              label: `${name} · ${t(`codes:relation.${relation}`)}`,
            }))}
            value={contact?.id}
            onChange={(id) => id && form.chooseContact(id)}
          />
        </div>
        <div className="sms-field sms-field-wide">
          <span className="muted">{t('messages:template')}</span>
          <GenericSelect
            id={TEMPLATE_FIELD}
            label={t('messages:template')}
            clearable={false}
            choices={templates
              .filter(({ channel }) => channel === template.channel)
              .map(({ id, name }) => ({ value: id, label: name }))}
            value={template.id}
            onChange={(chosen) => form.choose(templates.find(({ id }) => id === chosen) ?? template)}
          />
        </div>
        {languages.length > 1 && (
          <div className="sms-field">
            <span className="muted">{t('messages:language')}</span>
            <GenericSelect
              label={t('messages:language')}
              clearable={false}
              choices={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
              value={form.language}
              onChange={(language) => language && form.chooseLanguage(language)}
            />
          </div>
        )}
      </div>
      <div className="sms-fields">
        {template.params.map((param) => (
          <ParamField key={param.name} form={form} param={param} problem={problems[`params.${param.name}`]} />
        ))}
      </div>
    </>
  );
}

interface ParamFieldProps {
  form: ComposeState;
  param: FreeParam;
  problem: string | undefined;
}

/** A parameter that the sender fills in: typed, picked, or chosen from the list of places. */
function ParamField({ form: { params, edit }, param: { name, format }, problem }: ParamFieldProps) {
  const { t } = useWords('messages');
  const label = paramLabel(t, name);
  const common = { name: `param-${name}`, 'aria-invalid': problem !== undefined };
  return (
    <div className="sms-field" title={problem}>
      <span className="muted">{label}</span>
      {format === 'text' ? (
        <Input
          {...common}
          aria-label={label}
          value={params[name] ?? ''}
          status={problem ? 'error' : ''}
          maxLength={LONGEST_PARAM}
          autoComplete="off"
          onChange={({ target }) => edit(name, target.value)}
        />
      ) : format === 'place' ? (
        <PlaceSelect label={label} value={params[name]} onChange={(place) => edit(name, place ?? '')} />
      ) : (
        <DateInput
          {...common}
          kind={format}
          label={label}
          value={params[name] || null}
          onChange={(value) => edit(name, value ?? '')}
        />
      )}
    </div>
  );
}

interface PlaceSelectProps {
  label: string;
  value: string | undefined;
  onChange: (place: string | undefined) => void;
}

function PlaceSelect({ label, value, onChange }: PlaceSelectProps) {
  const { data: places = [] } = useMessagePlacesQuery();
  return (
    <GenericSelect
      label={label}
      choices={places.map((place) => ({ value: place, label: place }))}
      value={value || undefined}
      onChange={onChange}
    />
  );
}

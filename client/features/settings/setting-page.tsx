import './settings.css';
import { useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import type { z } from 'zod';
import { EntityForm } from '../../ui/entity-form/entity-form';
import { type FieldGroup, fieldsOf } from '../../ui/entity-form/fields';
import { type FormState, type FormOptions, useFormState } from '../../ui/entity-form/use-form-state';
import type { Version } from '../../ui/entity-form/values';
import { PageHeader } from '../../ui/page-header';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { VersionLine } from './history';
import { SettingPlaces, type SettingPlace } from './setting-places';

interface SettingPageProps extends Pick<FormOptions, 'send' | 'waits'> {
  /** The institution, when it is not the viewer's own. */
  of?: string | undefined;
  place: SettingPlace['label'];
  schema: z.ZodType;
  groups: readonly FieldGroup[];
  /** Where the values stand in the body that is sent: `weights.` */
  prefix?: string;
  inForce: Version | undefined;
  answer: { error?: unknown; refetch: () => unknown };
  noteLength?: number;
  extraOf?: (group: FieldGroup) => { extra?: ReactNode; tone?: 'law' };
  /** Beside the buttons that save, which are always in sight. */
  beside?: (form: FormState) => ReactNode;
  /** Beside the fields: what the change would do, and the history. */
  aside: (form: FormState, inForce: Version) => ReactNode;
}

/** A setting: what is in force since when and by whom, its fields, and what stands beside them. */
export function SettingPage(props: SettingPageProps) {
  const { place, of, schema, groups, prefix = '', inForce, answer, send, waits } = props;
  const { noteLength, extraOf, beside, aside } = props;
  const { t } = useTranslation(['settings', 'shell']);
  const fields = fieldsOf(groups);
  const form = useFormState({
    schema,
    fields,
    words: 'settings',
    prefix,
    inForce,
    send,
    refetch: answer.refetch,
    ...(waits && { waits }),
  });
  const label = t(`shell:settings.${place}`);
  return (
    <div className="page settings">
      <PageHeader title={of ? `${label} · ${of}` : label} />
      <SettingsNav />
      <p className="settings-lead">{t(`settings:lead.${place}`)}</p>
      {form && inForce ? (
        <>
          <InForce inForce={inForce} />
          <div className="entity-body">
            <EntityForm
              label={label}
              draft={form}
              groups={groups}
              {...(extraOf && { extraOf })}
              {...(noteLength && { noteLength })}
              acts={beside?.(form)}
            />
            <div className="entity-aside">{aside(form, inForce)}</div>
          </div>
        </>
      ) : answer.error ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <PanelSkeleton lines={12} />
      )}
    </div>
  );
}

function SettingsNav() {
  const { t } = useTranslation(['settings', 'shell']);
  const places = useContext(SettingPlaces);
  return (
    <nav className="settings-nav" aria-label={t('shell:settings.title')}>
      {places.map(({ path, label }) => (
        <NavLink key={path} to={path} end>
          {t(`shell:settings.${label}`)}
        </NavLink>
      ))}
    </nav>
  );
}

function InForce({ inForce }: { inForce: Version }) {
  const { t } = useTranslation('settings');
  return (
    <div className="setting-in-force" role="status">
      <span className="muted">{t('settings:in-force.label')}</span>
      <VersionLine version={inForce} />
      {inForce.version === 0 && <span className="muted">{t('settings:in-force.never')}</span>}
      {inForce.version > 0 && inForce.note && <span className="setting-note">{inForce.note}</span>}
    </div>
  );
}

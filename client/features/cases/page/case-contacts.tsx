import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo, ContactRow } from '../../../../contract/cases/cases';
import { CopyButton } from '../../../ui/copy-button';
import { ErrorState, PanelSkeleton } from '../../../ui/states';
import { isPlain } from '../../../lib/format';
import { StandingTag } from '../../../domain/cases/number-standing';
import { CallResultText } from '../../../domain/cases/status-tags';
import { Tag } from '../../../ui/status-tag';
import { useCaseContactsQuery } from '../case-api';
import { useCaseParts } from './case-parts';

interface CaseContactsProps {
  info: CaseInfo;
  chosen: number | null;
  onChoose: (contactId: number) => void;
}

export function CaseContacts({ info, chosen, onChoose }: CaseContactsProps) {
  const { t } = useTranslation(['case', 'codes']);
  const { data, error, refetch } = useCaseContactsQuery(info.id);
  const contacts = data?.contacts;
  const parts = useCaseParts();
  return (
    <section className="case-contacts" aria-label={t('case:contacts.label')}>
      <header className="case-contacts-head">
        <h2>{t('case:contacts.label')}</h2>
        {parts.contacts.map((Part, index) => (
          <Suspense key={index}>
            <Part info={info} />
          </Suspense>
        ))}
      </header>
      {error && !contacts ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !contacts ? (
        <PanelSkeleton lines={4} />
      ) : contacts.length === 0 ? (
        <p className="muted">{t('case:contacts.none')}</p>
      ) : (
        <div role="group" aria-label={t('case:contacts.label')} className="case-contact-list">
          {contacts.map((contact) => (
            <Contact
              key={contact.id}
              info={info}
              contact={contact}
              checked={contact.id === chosen}
              onChoose={() => onChoose(contact.id)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface ContactProps {
  info: CaseInfo;
  contact: ContactRow;
  checked: boolean;
  onChoose: () => void;
}

function Contact({ info, contact, checked, onChoose }: ContactProps) {
  const { t } = useTranslation(['case', 'codes']);
  const tools = useCaseParts().contact;
  const { name, phone, relation, blocked, emergency, lastCallResult } = contact;
  return (
    <div
      className={`case-contact${checked ? ' case-contact-on' : ''}${blocked ? ' case-contact-blocked' : ''}`}
    >
      <button type="button" className="case-contact-button" aria-pressed={checked} onClick={onChoose}>
        <span className="case-contact-name">
          {name} <span className="muted">· {t(`codes:relation.${relation}`)}</span>
          {emergency && (
            <span className="case-emergency" title={t('case:contacts.emergency')}>
              ★<span className="visually-hidden">{t('case:contacts.emergency')}</span>
            </span>
          )}
        </span>
        <span className="case-contact-more">
          <span className="figure">{phone}</span>
          {blocked ? (
            <Tag tone="bad">{t(`case:blocked.${blocked}`)}</Tag>
          ) : (
            <>
              <StandingTag contact={contact} />
              <span className="muted">
                <CallResultText result={lastCallResult} />
              </span>
            </>
          )}
        </span>
      </button>
      {isPlain(phone) && <CopyButton text={phone} what={`${t('case:fact.phone')} · ${name}`} />}
      {tools.length > 0 && (
        <div className="case-contact-tools">
          {tools.map((Tool, index) => (
            <Suspense key={index}>
              <Tool info={info} contact={contact} />
            </Suspense>
          ))}
        </div>
      )}
    </div>
  );
}

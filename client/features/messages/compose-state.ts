import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { CaseInfo, ContactList, ContactRow } from '../../../contract/cases/cases';
import type { Language } from '../../../contract/codes';
import type { SendChannel } from '../../../contract/contact/message-texts';
import type { MessageRow, TemplateRow } from '../../../contract/contact/messages';
import type { Opening } from './open-messages';
import { recipientOf } from './message-draft';
import { useMessageContactsQuery } from './messages-api';

export interface ComposeState {
  templates: readonly TemplateRow[];
  template: TemplateRow;
  language: Language;
  /** Typed parameters; the rest is filled in from the case. */
  params: Record<string, string>;
  contacts: ContactList | undefined;
  contact: ContactRow | undefined;
  /** The failed message that it goes out for. */
  again: MessageRow | null;
  dropAgain: () => void;
  choose: (template: TemplateRow) => void;
  chooseChannel: (channel: SendChannel) => void;
  chooseContact: (contactId: number) => void;
  chooseLanguage: (language: Language) => void;
  edit: (name: string, value: string) => void;
}

/** State of the form; the recipient stands in the address. */
export function useComposeState(
  info: CaseInfo,
  templates: readonly TemplateRow[],
  first: TemplateRow,
): ComposeState {
  const [search, setSearch] = useSearchParams();
  const { data: contacts } = useMessageContactsQuery(info.id);
  const [templateId, setTemplateId] = useState(first.id);
  const [wanted, setWanted] = useState<Language>('es');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const opening = useLocation().state as Opening | null;
  const [opened, setOpened] = useState<Opening | null>(null);
  const [again, setAgain] = useState<MessageRow | null>(null);
  if (opening && opening.compose !== opened?.compose) {
    setOpened(opening);
    setAgain(opening.again ?? null);
    if (opening.again) setTemplateId(opening.again.templateId);
  }
  const template = templates.find(({ id }) => id === templateId) ?? first;
  const choose = ({ id }: TemplateRow) => {
    setTemplateId(id);
    setTyped({});
  };
  return {
    templates,
    template,
    language: template.texts[wanted] ? wanted : 'es',
    params: typed,
    again,
    dropAgain: () => setAgain(null),
    contacts,
    contact: contacts && recipientOf(contacts.contacts, Number(search.get('to'))),
    choose,
    chooseChannel: (channel) => {
      const fitting = templates.find((one) => one.channel === channel);
      if (fitting) choose(fitting);
    },
    chooseContact: (contactId) =>
      setSearch(
        (before) => {
          before.set('to', String(contactId));
          return before;
        },
        { replace: true },
      ),
    chooseLanguage: setWanted,
    edit: (name, value) => setTyped((before) => ({ ...before, [name]: value })),
  };
}

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CaseInfo, ContactList, ContactRow } from '../../../contract/cases';
import type { SendChannel } from '../../../contract/message-texts';
import type { TemplateRow } from '../../../contract/messages';
import { recipientOf } from './message-draft';
import { useMessageContactsQuery } from './messages-api';

export interface ComposeState {
  templates: readonly TemplateRow[];
  template: TemplateRow;
  /** What was typed; the rest is filled in from the case. */
  params: Record<string, string>;
  contacts: ContactList | undefined;
  contact: ContactRow | undefined;
  choose: (template: TemplateRow) => void;
  chooseChannel: (channel: SendChannel) => void;
  chooseContact: (contactId: number) => void;
  edit: (name: string, value: string) => void;
}

/** What is in the form; whom it goes to stands in the address. */
export function useComposeState(
  info: CaseInfo,
  templates: readonly TemplateRow[],
  first: TemplateRow,
): ComposeState {
  const [search, setSearch] = useSearchParams();
  const { data: contacts } = useMessageContactsQuery(info.id);
  const [templateId, setTemplateId] = useState(first.id);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const template = templates.find(({ id }) => id === templateId) ?? first;
  const choose = ({ id }: TemplateRow) => {
    setTemplateId(id);
    setTyped({});
  };
  return {
    templates,
    template,
    params: typed,
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
    edit: (name, value) => setTyped((before) => ({ ...before, [name]: value })),
  };
}

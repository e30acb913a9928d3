import { CallPanel } from '../features/calls/call-panel';
import { CallTool } from '../features/calls/call-tool';
import type { OfContact, WorkPart } from '../features/cases/page/case-parts';
import { useAgainst } from '../features/contact-compliance/use-against';
import { MessageTool } from '../features/messages/message-tool';

/** Ways to reach a contact, with the guard's reasons against them: neither feature imports the other. */

export function ContactCall({ info, contact }: OfContact) {
  return <CallTool info={info} contact={contact} against={useAgainst(info.id, contact.id, ['CALL'])} />;
}

export function ContactMessage({ info, contact }: OfContact) {
  return (
    <MessageTool contact={contact} against={useAgainst(info.id, contact.id, ['SMS', 'WHATSAPP', 'IVR'])} />
  );
}

export function WorkCall(part: WorkPart) {
  return <CallPanel {...part} against={useAgainst(part.info.id, part.contactId, ['CALL'])} />;
}

import { MessageLimits } from '../../../contract/contact/messages';
import { groupsOf } from '../../ui/entity-form/fields';

const messages = { unit: 'messages' } as const;
const characters = { unit: 'characters' } as const;

export const LIMIT_GROUPS = groupsOf(MessageLimits, {
  number: { accountPerDay: messages, casePerDay: messages },
  length: { gsm7Length: characters, ucs2Length: characters, segments: { unit: 'segments' } },
});

import { Entity, Index } from 'typeorm';
import type { SendChannel } from '../../../contract/message-texts.js';
import { Flag, Ref, Text, Versioned } from '../../platform/db/columns.js';

@Entity('message_template')
@Index('message_template_channel', ['channel', 'enabled', 'institutionId'])
export class MessageTemplate extends Versioned {
  /** Null: every institution's. */
  @Ref({ nullable: true })
  institutionId!: number | null;

  @Text(8)
  channel!: SendChannel;

  @Text(80)
  name!: string;

  /** With {{placeholders}}. */
  @Text(1000)
  body!: string;

  @Flag(true)
  enabled!: boolean;
}

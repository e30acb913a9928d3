import { Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import type { SendChannel, TemplateTexts } from '../../../../contract/contact/message-texts.js';
import { Flag, Json, Ref, Text, Time, Versioned } from '../../../platform/db/columns.js';
import { Institution } from '../../institutions/institution.entity.js';
import { User } from '../../users/user.entity.js';

/** A text that is sent to borrowers, in up to three languages. */
@Entity('message_template')
@Index('message_template_channel', ['channel', 'enabled', 'institutionId'])
export class MessageTemplate extends Versioned {
  /** Its people and those of the institutions below it send by it. */
  @Ref()
  institutionId!: number;

  @ManyToOne(() => Institution, { createForeignKeyConstraints: false })
  institution?: Institution;

  @Text(8)
  channel!: SendChannel;

  @Text(80)
  name!: string;

  /** With {{placeholders}}, by language; the Spanish one is always there. */
  @Json()
  texts!: TemplateTexts;

  @Flag(true)
  enabled!: boolean;

  @Ref({ nullable: true })
  updatedBy!: number | null;

  @ManyToOne(() => User, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'updated_by' })
  modifier?: User | null;

  @Time()
  updatedAt!: Date;
}

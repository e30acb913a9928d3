import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Count, Ref, Sealed, Time } from '../../platform/db/columns.js';

/** A note at a second of a recording. */
@Entity('recording_note')
@Index('recording_note_call', ['callId', 'second'])
export class RecordingNote {
  @PrimaryColumn({ type: 'bigint' })
  id!: number;

  @Ref({ of: 'phone_call' })
  callId!: number;

  @Count()
  second!: number;

  @Sealed(2100)
  textEnc!: Buffer;

  @Ref({ of: 'user' })
  authorId!: number;

  @Time()
  at!: Date;
}

import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Ref, Time } from '../../platform/db/columns.js';

/** One listening to a recording, however many ranges of the file it took. */
@Entity('recording_listen')
@Index('recording_listen_call', ['callId', 'at'])
export class RecordingListen {
  @Ref({ of: 'user', primary: true })
  userId!: number;

  @Ref({ of: 'phone_call', primary: true })
  callId!: number;

  @PrimaryColumn({ type: 'varchar', length: 64 })
  listen!: string;

  @Time()
  at!: Date;
}

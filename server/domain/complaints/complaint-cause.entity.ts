import { Entity, Index } from 'typeorm';
import { Flag, Text } from '../../platform/db/columns.js';
import { Modified } from '../users/modified.entity.js';

/** A cause of the regulator's, under which complaints are reported. All institutions have the same. */
@Entity('complaint_cause')
@Index('complaint_cause_name', ['name'], { unique: true })
export class ComplaintCause extends Modified {
  /** The regulator's key. */
  @Text(16, { nullable: true })
  code!: string | null;

  @Text(120)
  name!: string;

  /** The document with which somebody compared it; null: nobody has. */
  @Text(200, { nullable: true })
  legalSource!: string | null;

  @Flag(true)
  enabled!: boolean;
}

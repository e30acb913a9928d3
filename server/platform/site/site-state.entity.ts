import { Entity, PrimaryColumn } from 'typeorm';
import type { SiteStage } from '../../../contract/administration/site.js';
import { Text, Time } from '../db/columns.js';

/** One row: how real the site is. */
@Entity('site')
export class SiteState {
  @PrimaryColumn({ type: 'tinyint' })
  id!: number;

  @Text(5)
  stage!: SiteStage;

  @Time({ nullable: true })
  liveSince!: Date | null;
}

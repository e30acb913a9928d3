import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  SETUP_STEPS,
  SITE_STEPS,
  type SetupGap,
  type SetupState,
  type SetupStep,
} from '../../../contract/administration/setup.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Database } from '../../platform/db/database.js';
import { list, sql } from '../../platform/db/sql.js';
import { Site } from '../../platform/site/site.js';
import { backupHealth } from '../../domain/health/health.rules.js';
import { BackupsService } from '../health/backups.service.js';
import { SetupSkip } from '../../domain/setup/setup-skip.entity.js';
import { FIRST_INSTITUTION } from '../../domain/setup/setup.rules.js';

type Found = Partial<Record<SetupStep | SetupGap, number>>;

const OF_SITE: readonly SetupStep[] = SITE_STEPS;

/** States in which a step has begun without being done. */
const GAPS: Partial<Record<SetupStep, SetupGap>> = {
  template: 'inactive', phone: 'unbound', user: 'nowhere', import: 'notOverdue', handOut: 'waiting',
  backup: 'old',
}; // prettier-ignore

/** How far the viewer's institutions are set up. Each answer is one look into an index; administrators count once they have chosen a password. */
@Injectable()
export class SetupQueries {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly site: Site,
    private readonly backups: BackupsService,
  ) {}

  async steps(actor: Actor): Promise<SetupState[]> {
    const [own, site, skips] = await Promise.all([
      this.ownSteps(actor),
      actor.everywhere ? this.siteSteps() : {},
      this.dataSource.getRepository(SetupSkip).find({
        where: { institutionId: actor.institutionId },
        relations: { skipper: true },
      }),
    ]);
    const found: Found = { ...own, ...site };
    const shown = SETUP_STEPS.filter((step) => actor.everywhere || !OF_SITE.includes(step));
    return shown.map((step) => {
      const done = found[step] === 1;
      const gap = GAPS[step];
      const skip = skips.find((each) => each.step === step);
      return {
        ...{ step, done, gap: !done && gap && found[gap] === 1 ? gap : null },
        skipped: skip
          ? { by: skip.skipper?.name ?? '', reason: skip.reason, at: skip.skippedAt.toISOString() }
          : null,
      };
    });
  }

  private async siteSteps(): Promise<Found> {
    const { providers } = this.site.mark();
    const last = await this.backups.last();
    return {
      providers: Number(Object.values(providers).every((state) => state !== 'SIMULATED')),
      ...{ backup: Number(backupHealth(last).state === 'GOOD'), old: Number(last !== null) },
    };
  }

  private async ownSteps({ institutionIds, path }: Actor): Promise<Found> {
    const own = list(institutionIds);
    // Rules and texts of an institution above hold here, too.
    const near = list([...new Set([...institutionIds, ...path.split('/').filter(Boolean).map(Number)])]);
    const found = await this.database.row<Found>(sql`
      SELECT
        (SELECT COUNT(*) FROM user u
          WHERE u.institution_id IN ${own} AND u.role = 'admin' AND u.enabled = 1
            AND NOT EXISTS (SELECT 1 FROM activation_code c WHERE c.user_id = u.id)) >= 2 AS administrator,
        EXISTS(SELECT 1 FROM institution
          WHERE id IN ${own} AND (code <> ${FIRST_INSTITUTION.code} OR name <> ${FIRST_INSTITUTION.name})) AS institution,
        EXISTS(SELECT 1 FROM institution WHERE parent_id IN ${own}) AS below,
        EXISTS(SELECT 1 FROM admin_group WHERE institution_id IN ${own}) AS \`group\`,
        EXISTS(SELECT 1 FROM queue WHERE institution_id IN ${own}) AS queue,
        EXISTS(SELECT 1 FROM indicator i LEFT JOIN queue q ON q.id = i.queue_id
          WHERE i.institution_id IN ${near} OR q.institution_id IN ${own}) AS indicator,
        EXISTS(SELECT 1 FROM product_terms WHERE institution_id IN ${near}) AS product,
        EXISTS(SELECT 1 FROM guard_policy WHERE institution_id IN ${near}) AS policy,
        EXISTS(SELECT 1 FROM message_template WHERE institution_id IN ${near}) AS inactive,
        EXISTS(SELECT 1 FROM message_template WHERE institution_id IN ${near} AND enabled = 1) AS template,
        EXISTS(SELECT 1 FROM message_limit WHERE institution_id IN ${near}) AS limits,
        EXISTS(SELECT 1 FROM softphone WHERE institution_id IN ${own}) AS unbound,
        EXISTS(SELECT 1 FROM softphone WHERE institution_id IN ${own} AND owner_id IS NOT NULL) AS phone,
        EXISTS(SELECT 1 FROM user WHERE institution_id IN ${own} AND role = 'supervisor' AND enabled = 1) AS supervisor,
        EXISTS(SELECT 1 FROM user WHERE institution_id IN ${own} AND role = 'member') AS nowhere,
        EXISTS(SELECT 1 FROM user
          WHERE institution_id IN ${own} AND role = 'member' AND group_id IS NOT NULL AND queue_id IS NOT NULL) AS user,
        EXISTS(SELECT 1 FROM seat_day WHERE institution_id IN ${own}) AS schedule,
        EXISTS(SELECT 1 FROM import_run r JOIN user u ON u.id = r.started_by
          WHERE u.institution_id IN ${own} AND r.kind = 'LOANS' AND r.rows_kept > 0) AS notOverdue,
        EXISTS(SELECT 1 FROM collection_case WHERE institution_id IN ${own}) AS import,
        EXISTS(SELECT 1 FROM collection_case
          WHERE institution_id IN ${own} AND status = 'C00') AS waiting,
        EXISTS(SELECT 1 FROM user u JOIN collector_day_case d ON d.collector_id = u.id
          WHERE u.institution_id IN ${own} AND u.role = 'member') AS handOut`);
    return found ?? {};
  }
}

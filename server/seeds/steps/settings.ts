import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { PolicySaved } from '../../../contract/contact/policy.js';
import { DEFAULT_LIMITS } from '../../../contract/contact/messages.js';
import { DEFAULT_WEIGHTS } from '../../../contract/cases/priorities.js';
import { ApiKeysService } from '../../features/api-keys/api-keys.service.js';
import { WebhooksService } from '../../features/webhooks/webhooks.service.js';
import { ApprovalsService } from '../../features/approvals/approvals.service.js';
import { PoliciesService } from '../../features/contact-compliance/policy/policies.service.js';
import { DEFAULT_POLICY } from '../../domain/contact-compliance/policy/policy.rules.js';
import { MessageLimitsService } from '../../features/messages/compose/message-limits.service.js';
import { SetupSkipsService } from '../../features/setup/setup-skips.service.js';
import { WeightsService } from '../../features/settings/priorities/weights.service.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { actorOf, type SeedUser } from '../actors.js';

/** Days before today on which the administrators changed a setting and changed it back. */
const TRIED = 5;
const TAKEN_BACK = 2;

/** A demo has simulators, everybody on duty, and nothing that anybody would want back. */
const DEMO_SKIPS = ['providers', 'schedule', 'backup'] as const;

/** Days for which the demo's key opens something. */
const KEY_LIFE = 180;
/** An address of the lender's own network, where nobody answers. */
const CORE = 'http://10.20.30.40/recoup';

const SATURDAY = 6;
const { operatingHours } = DEFAULT_POLICY;
const WITH_SATURDAY = {
  ...DEFAULT_POLICY,
  operatingHours: { ...operatingHours, days: [...operatingHours.days, SATURDAY] },
};

@Injectable()
export class SettingsSeed {
  constructor(
    private readonly database: Database,
    private readonly weights: WeightsService,
    private readonly limits: MessageLimitsService,
    private readonly policies: PoliciesService,
    private readonly approvals: ApprovalsService,
    private readonly skips: SetupSkipsService,
    private readonly keys: ApiKeysService,
    private readonly webhooks: WebhooksService,
    private readonly clock: Clock,
  ) {}

  /** The demo's collectors work on Saturdays: somebody has to take that on. The lender's core has a key and a webhook, and no secret of either. */
  async begin(): Promise<void> {
    const [first] = await this.administrators();
    const note = 'El sábado lo asume la dirección.';
    await this.loosened(this.policies.change(actorOf(first), { version: 0, policy: WITH_SATURDAY, note }));
    await this.keys.save(actorOf(first), {
      ...{ name: 'Core bancario', institutionId: first.institutionId, scopes: ['imports', 'payments'] },
      ...{
        expiresOn: addDays(businessDay(this.clock.now()), KEY_LIFE),
        addresses: null,
        perMinute: 60,
        enabled: true,
      },
    });
    await this.webhooks.save(actorOf(first), {
      ...{ name: 'Core bancario', institutionId: first.institutionId, enabled: true },
      ...{ address: CORE, events: ['payment.posted', 'promise.created', 'case.settled'] },
    });
    for (const step of DEMO_SKIPS)
      await this.skips.skip(actorOf(first), { step, reason: 'Es una demostración.' });
  }

  /** @param back how many days before today the demo's clock stands */
  async day(back: number): Promise<void> {
    if (back !== TRIED && back !== TAKEN_BACK) return;
    const [first] = await this.administrators();
    if (back === TRIED) await this.tryOut(first);
    else await this.takeBack(first);
  }

  /** Both of the topmost institution. */
  private async administrators(): Promise<readonly [SeedUser, SeedUser]> {
    const [first, second] = await this.database.rows<SeedUser>(sql`
      SELECT id, name, username, role, institution_id AS institutionId, group_id AS groupId, queue_id AS queueId
      FROM user WHERE role = 'admin' ORDER BY id LIMIT 2`);
    if (!first || !second) throw new Error('The demo has not two administrators');
    return [first, second];
  }

  private async tryOut(admin: SeedUser): Promise<void> {
    const actor = actorOf(admin);
    const weights = { ...DEFAULT_WEIGHTS, amount: 320, daysPastDue: 60, fullAmount: 1_500_000 };
    await this.weights.change(actor, { version: 0, weights });
    await this.limits.change(actor, { ...DEFAULT_LIMITS, version: 0, accountPerDay: 120, casePerDay: 2 });
    const attempts = { ...DEFAULT_POLICY.attempts, perDay: 2, apartMinutes: 180 };
    const note = 'Prueba: menos intentos, más espaciados.';
    await this.policies.change(actor, { version: 1, policy: { ...WITH_SATURDAY, attempts }, note });
  }

  private async takeBack(admin: SeedUser): Promise<void> {
    const actor = actorOf(admin);
    await this.weights.change(actor, { version: 1, weights: DEFAULT_WEIGHTS });
    await this.limits.change(actor, { ...DEFAULT_LIMITS, version: 1 });
    await this.loosened(this.policies.revert(actor, { version: 2, to: 1 }));
  }

  /** The second administrator approves what the first one asked for. */
  private async loosened(saving: Promise<PolicySaved>): Promise<void> {
    const [, second] = await this.administrators();
    const { approvalId } = await saving;
    if (approvalId === null) throw new Error('The policy loosens nothing');
    const decision = { id: approvalId, version: 1, approve: true, answer: 'De acuerdo.' };
    await this.approvals.decide(actorOf(second), { ...decision, clientRequestId: randomUUID() });
  }
}

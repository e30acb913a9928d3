import { Injectable } from '@nestjs/common';
import {
  ApiKeyChange,
  KEY_DAYS,
  type ApiKeyForm,
  type ApiKeySecret,
  type ApiKeySecretRequest,
} from '../../../contract/administration/api-keys.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { newKeySecret } from '../../platform/auth/api-keys.js';
import { ConfiguredEntity } from '../../platform/db/configured-entity.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { fieldError } from '../../platform/http/app-error.js';
import { ApiKey } from '../../domain/api-keys/api-key.entity.js';
import { apiKeyRow } from './api-keys.queries.js';

/** Keys of other programs: what each opens, until when and from where. */
@Injectable()
export class ApiKeysService extends ConfiguredEntity<ApiKey, ApiKeyForm> {
  readonly entity = ApiKey;
  readonly noun = 'apiKey';
  protected readonly input = ApiKeyChange;
  protected readonly notFound = 'apiKey.notFound';
  protected override readonly duplicate = ['apiKey.nameTaken', 'name'] as const;

  /**
   * Replaces a key's secret. It calls in the name of whoever asks, with nothing that this person may not do.
   *
   * @returns the secret, which is kept nowhere. @throws apiKey.notFound, entity.changed
   */
  async renew(actor: Actor, { id, version }: ApiKeySecretRequest): Promise<ApiKeySecret> {
    const { secret, hash: secretHash, starts } = newKeySecret();
    await this.uow.transact(actor, async (tx) => {
      const issued = { issuedBy: actor.userId, issuedAt: tx.now };
      await this.change(tx, actor, { id, version }, { secretHash, starts, ...issued });
    });
    return { id, secret };
  }

  /** @throws apiKey.tooLong (field) */
  protected columns(tx: Tx, form: ApiKeyForm): Promise<Partial<ApiKey>> {
    if (form.expiresOn > addDays(businessDay(tx.now), KEY_DAYS))
      throw fieldError('apiKey.tooLong', 'expiresOn', { days: KEY_DAYS });
    return Promise.resolve({ ...form, scopes: [...new Set(form.scopes)].sort() });
  }

  protected inForce(key: ApiKey) {
    return apiKeyRow(key);
  }
}

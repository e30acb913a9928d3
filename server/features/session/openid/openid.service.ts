import { Injectable } from '@nestjs/common';
import type { IdentityReturn, LoginAnswer } from '../../../../contract/session.js';
import type { Origin } from '../../../platform/auth/origin.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { AppError } from '../../../platform/http/app-error.js';
import { NotIdentified, OpenId, Passage } from '../../../platform/providers/openid.js';
import { SignInService } from '../sign-in.service.js';

/** A passage to the identity provider and back: the browser keeps it sealed, and the server nothing. */
@Injectable()
export class OpenIdService {
  constructor(
    private readonly provider: OpenId,
    private readonly signIns: SignInService,
    private readonly vault: Vault,
  ) {}

  get isOn(): boolean {
    return this.provider.isOn;
  }

  /** @throws identity.off, identity.failed */
  async begin(): Promise<{ address: string; sealed: string }> {
    if (!this.isOn) throw new AppError('identity.off');
    const { address, passage } = await orFailed(this.provider.begin());
    return { address, sealed: this.vault.seal(JSON.stringify(passage)).toString('base64url') };
  }

  /** @throws identity.off, identity.failed, and what `SignInService.signInAs` throws */
  async end(returned: IdentityReturn, sealed: string | null, origin: Origin): Promise<LoginAnswer> {
    if (!this.isOn) throw new AppError('identity.off');
    const passage = this.opened(sealed);
    if (passage?.state !== returned.state) throw new AppError('identity.failed');
    return this.signIns.signInAs(await orFailed(this.provider.end(returned, passage)), origin);
  }

  private opened(sealed: string | null): Passage | null {
    if (sealed === null) return null;
    try {
      return Passage.parse(JSON.parse(this.vault.open(Buffer.from(sealed, 'base64url'))));
    } catch {
      // It was written by nobody here, or under a key that is gone.
      return null;
    }
  }
}

async function orFailed<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof NotIdentified) throw new AppError('identity.failed');
    throw error;
  }
}

import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { ListenMode } from '../../../../contract/supervision/listening.js';
import { ProviderClient } from '../../../platform/providers/provider-client.js';
import type { Dialled, Monitor, TelephoneClient } from '../../../domain/calls/telephone.rules.js';

const Taken = z.object({ callId: z.string().min(1).max(64) });
const Heard = z.object({});
const Opened = z.object({ monitorId: z.uuid() });

/** A telephone supplier that is asked by our own signed calls, and tells by callbacks what happens. */
@Injectable()
export class SignedTelephone implements TelephoneClient {
  constructor(private readonly provider: ProviderClient) {}

  async dial({ line, supplier, extension, to, from }: Dialled): Promise<string> {
    const { callId } = await this.provider.call({
      provider: 'telephone',
      path: '/telephone/calls',
      body: { supplier, extension, to, ...(from !== null && { from }) },
      idempotencyKey: line,
      answer: Taken,
    });
    return callId;
  }

  hangUp(line: string): Promise<void> {
    return this.tell(`${pathOf(line)}/hangup`, {});
  }

  answer(line: string): Promise<void> {
    return this.tell(`${pathOf(line)}/answer`, {});
  }

  async listenIn(line: string, mode: ListenMode): Promise<Monitor> {
    const request = { path: `${pathOf(line)}/monitors`, body: { mode }, answer: Opened };
    const { monitorId } = await this.provider.call({ provider: 'telephone', ...request });
    const path = `/telephone/monitors/${encodeURIComponent(monitorId)}`;
    const sound = await this.provider.stream('telephone', `${path}/sound`);
    return { sound, say: (pcm) => this.tell(`${path}/talk`, { pcm: pcm.toString('base64') }) };
  }

  private async tell(path: string, body: object): Promise<void> {
    await this.provider.call({ provider: 'telephone', path, body, answer: Heard });
  }
}

const pathOf = (line: string) => `/telephone/calls/${encodeURIComponent(line)}`;

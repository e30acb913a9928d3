import { Injectable } from '@nestjs/common';
import { PromisesService } from '../../server/features/promises/promises.service.js';

@Injectable()
export class PromisesProcessor {
  constructor(private readonly promises: PromisesService) {}

  settle(promiseId: number): Promise<unknown> {
    return this.promises.settle(promiseId);
  }

  sweep(): Promise<number> {
    return this.promises.sweep();
  }
}

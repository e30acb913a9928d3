import { Injectable } from '@nestjs/common';
import { BehavioursService } from '../../server/features/behaviour/behaviours.service.js';

@Injectable()
export class BehaviourProcessor {
  constructor(private readonly behaviours: BehavioursService) {}

  lookUp(behaviourId: number): Promise<void> {
    return this.behaviours.lookUp(behaviourId);
  }

  sweep(): Promise<number> {
    return this.behaviours.sweep();
  }
}

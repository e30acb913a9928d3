import { Injectable } from '@nestjs/common';
import { RetentionService } from '../../server/features/retention/retention.service.js';

@Injectable()
export class RetentionProcessor {
  constructor(private readonly retention: RetentionService) {}

  purge(): Promise<Record<string, number>> {
    return this.retention.purge();
  }
}

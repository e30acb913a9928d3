import { Injectable } from '@nestjs/common';
import { CallLinesService } from '../../server/features/calls/call-lines.service.js';
import { CallRecordingsService } from '../../server/features/calls/call-recordings.service.js';
import { CallUpkeepService } from '../../server/features/calls/call-upkeep.service.js';
import { CallsService } from '../../server/features/calls/calls.service.js';

@Injectable()
export class CallsProcessor {
  constructor(
    private readonly lines: CallLinesService,
    private readonly calls: CallsService,
    private readonly recordings: CallRecordingsService,
    private readonly upkeep: CallUpkeepService,
  ) {}

  dial(callId: number): Promise<void> {
    return this.lines.dial(callId);
  }

  hangUp(callId: number): Promise<void> {
    return this.lines.hangUp(callId);
  }

  answer(callId: number): Promise<void> {
    return this.lines.answer(callId);
  }

  paid(caseIds: readonly number[]): Promise<void> {
    return this.calls.cancelUnanswered(caseIds);
  }

  pullRecording(callId: number): Promise<void> {
    return this.recordings.pull(callId);
  }

  sweep(): Promise<void> {
    return this.upkeep.sweep();
  }

  sweepRecordings(): Promise<void> {
    return this.recordings.sweep();
  }
}

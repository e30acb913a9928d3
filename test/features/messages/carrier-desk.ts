import type { INestApplicationContext } from '@nestjs/common';
import { expect } from '@jest/globals';
import { startSandbox } from '../../../sandbox/sandbox.js';
import type { Controls } from '../../../sandbox/controls.js';
import { pay, type CaseWish, type TestCase } from '../../support/cases.js';
import { createStack, TEST_SECRETS, type Stack } from '../../support/stack.js';
import { startWorkers } from '../../support/workers.js';
import { caseOf, createSmsDesk, send, WORKING_HOURS, type SmsDesk } from './desk.js';

/** A desk with workers and a carrier; nothing is sent before `Processors` start. */
export interface CarrierDesk {
  stack: Stack;
  desk: SmsDesk;
  carrier: Controls;
  workers: INestApplicationContext;
  close: () => Promise<void>;
}

export async function createCarrierDesk(): Promise<CarrierDesk> {
  const stack = await createStack({ RECOUP_CLOCK_AT: WORKING_HOURS });
  const desk = await createSmsDesk();
  const sandbox = await startSandbox({
    port: 0,
    productUrl: desk.api.url,
    secrets: TEST_SECRETS,
    worldNow: () => new Date(),
  });
  process.env['SANDBOX_URL'] = sandbox.url;
  const workers = await startWorkers();
  const close = async () => {
    await workers.close();
    await sandbox.close();
    await desk.api.close();
    await stack.close();
  };
  return { stack, desk, carrier: sandbox.controls['carrier']!, workers, close };
}

let numbers = 0;
/** A case whose number the carrier delivers to: it does not end in 9. */
export const reachable = (desk: SmsDesk, wish: CaseWish = {}) =>
  caseOf(desk, { phone: `+52558${String(++numbers).padStart(6, '0')}1`, ...wish });

export async function queued(desk: SmsDesk, test: TestCase): Promise<number> {
  const answer = await send(desk, test);
  expect(answer).toMatchObject({ code: '00' });
  return answer.data.id;
}

let payments = 0;
export const settle = (desk: SmsDesk, test: TestCase) =>
  pay(desk.api, {
    loanItemExternalId: test.externalId,
    amount: 1_000,
    providerReference: `sms-pay-${++payments}`,
  });

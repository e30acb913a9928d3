import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { SystemHealth } from '../../../contract/administration/health.js';
import { openApp, useBrowser } from './support/app.js';
import { expectAccessible, expectWords } from './support/screen.js';

useBrowser();

const HEALTH: SystemHealth = {
  version: '0.2.0',
  schema: '0550',
  parts: [
    { part: 'database', state: 'GOOD', value: 3 },
    { part: 'redis', state: 'BAD', value: null },
    { part: 'relay', state: 'WARN', value: 65 },
    { part: 'jobs', state: 'GOOD', value: 0 },
    { part: 'failedJobs', state: 'WARN', value: 1_200 },
    { part: 'providers', state: 'WARN', value: 2 },
    { part: 'disk', state: 'WARN', value: 83 },
    { part: 'backup', state: 'WARN', value: null },
    { part: 'seals', state: 'WARN', value: 45 },
    { part: 'signedWords', state: 'WARN', value: null },
    { part: 'messages', state: 'WARN', value: 79 },
    { part: 'webhooks', state: 'WARN', value: 5 },
    { part: 'answers', state: 'BAD', value: 60 },
    { part: 'telephone', state: 'BAD', value: null },
  ],
};

it.each([
  [
    'en',
    'answers in 3 ms',
    'no answer',
    'none known',
    'not signed for 45 min',
    'not set up',
    'nobody hears them',
    '60 % of an hour’s requests failed',
  ],
  [
    'es',
    'responde en 3 ms',
    'sin respuesta',
    'ninguno conocido',
    'sin firmar desde hace 45 min',
    'sin configurar',
    'nadie las escucha',
    'falló el 60 % de las solicitudes de una hora',
  ],
  [
    'cn',
    '3 毫秒内应答',
    '无应答',
    '无记录',
    '已有45分钟未签名',
    '未设置',
    '无人监听',
    '一小时内 60% 的请求失败',
  ],
] as const)('the health page says in %s what is measured and what to do', async (language, ...texts) => {
  await openApp({
    at: '/system/health',
    language,
    role: 'admin',
    answers: (network) => network.on({ call: 'GET system/health', answer: () => HEALTH }),
  });
  for (const text of texts) expect(await screen.findByText(text)).toBeTruthy();
  // The good parts want nothing of anybody.
  const advised = screen
    .getAllByRole('row')
    .slice(1)
    .filter((row) => row.lastElementChild?.textContent);
  expect(advised).toHaveLength(12);
  expectWords();
  await expectAccessible();
});

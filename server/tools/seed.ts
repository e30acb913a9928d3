import 'reflect-metadata';
import { Config } from '../platform/config/config.js';
import { writeDemoAccounts } from '../seeds/demo-accounts.js';
import { finishedDemo } from '../seeds/finished-demo.js';
import { organisation } from '../seeds/generators/organisation.js';
import { upgrade } from './upgrade.js';

const { databaseUrl, dataDir } = new Config();
await upgrade();
const finished = await finishedDemo(databaseUrl);
if (finished) await writeDemoAccounts(dataDir, organisation(finished.seed, finished));
else {
  // Loaded late: a demo that was seeded before needs none of the product.
  const { seedDemo } = await import('../seeds/seed-demo.js');
  await seedDemo();
}

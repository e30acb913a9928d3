// npm run backup: the private database and the files into .data/backups/<time>/, also while the demo runs.
import { withServices } from './lib/borrow.mjs';
import { main } from './lib/process.mjs';
import { backUp } from './lib/services/backup.mjs';

await main(() => withServices('run backup', backUp));

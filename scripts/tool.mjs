// npm run import -- FILE and npm run replay -- --check, against the demo's services.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { withServices } from './lib/borrow.mjs';
import { loadEnvFile } from './lib/options.mjs';
import { root } from './lib/paths.mjs';
import { main } from './lib/process.mjs';
import { productTool } from './lib/product-tool.mjs';

/** Those that change tables. */
const AS_OWNER = new Set(['after-failover']);

// npm changes to the package's folder; a file is named from where the command was typed.
function fromCaller(argument) {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), argument);
  return !argument.startsWith('-') && existsSync(path) ? path : argument;
}

await main(async () => {
  const [name, ...rest] = process.argv.slice(2);
  const args = rest.map(fromCaller);
  process.chdir(root);
  loadEnvFile();
  // Whoever checks a borrower's evidence has no database.
  if (name === 'verify' && args.includes('--evidence')) return productTool(name, process.env, args);
  await withServices(`run ${name}`, ({ services, env }) => {
    return productTool(name, AS_OWNER.has(name) ? { ...env, ...services.ownerEnv() } : env, args);
  });
});

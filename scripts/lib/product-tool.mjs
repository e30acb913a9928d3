import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './compile.mjs';
import { root } from './paths.mjs';
import { Problem, run } from './process.mjs';

/** Runs a compiled tool of the product. @returns the number it ended with */
export async function productTool(name, env, args = []) {
  await compile();
  const script = join(root, 'dist/server/tools', `${name}.js`);
  if (!existsSync(script)) throw new Problem(`There is no tool named ${name}.`);
  const options = { env, inherit: true, allowFailure: true };
  const { code } = await run(process.execPath, ['--enable-source-maps', script, ...args], options);
  return code;
}

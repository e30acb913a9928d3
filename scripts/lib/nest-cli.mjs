import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readJson } from './files.mjs';
import { root } from './paths.mjs';
import { Problem } from './process.mjs';

/**
 * The build's settings in nest-cli.json: ours and `nest build` write the same files. Folders and assets are relative to
 * `home`; the text is part of the stamp, so that a changed setting compiles everything anew.
 */
export function buildSettings(file = join(root, 'nest-cli.json')) {
  const { sourceRoot, entryFile, compilerOptions } = readJson(file);
  const { builder, assets = [], deleteOutDir = false } = compilerOptions;
  if (builder.type !== 'swc') throw new Problem(`${file}: the build is swc's, not ${builder.type}'s.`);
  const home = resolve(dirname(file), sourceRoot);
  const { swcrcPath, outDir, filenames } = builder.options;
  const patterns = assets.map(({ include }) => patternOf(include));
  return {
    home,
    outDir: resolve(dirname(file), outDir),
    swcrc: resolve(dirname(file), swcrcPath),
    folders: filenames,
    entry: join(outDir, `${entryFile}.js`),
    deleteOutDir,
    isAsset: (path) => patterns.some((pattern) => pattern.test(path)),
    text: readFileSync(file, 'utf8'),
  };
}

/** A path with * for a name and ** for folders, as an expression. */
function patternOf(glob) {
  const escaped = glob.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replace(/(\*\*\/)|\*/g, (_, folders) => (folders ? '(?:.*/)?' : '[^/]*'))}$`);
}

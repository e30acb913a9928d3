// Prints what each route downloads (script, gzip) and exits 1 above a budget. Run after `vite build`.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const out = new URL('../dist/client/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', out), 'utf8'));
const KB = 1024;

/** Every script that must be there before this module runs, the module itself included. */
function scriptsOf(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest: was it renamed?`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const each of chunk.imports ?? []) scriptsOf(each, found);
  return found;
}

const sizes = new Map();
function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, out)), { level: 9 }).length);
  return sizes.get(file);
}

const union = (...sets) => new Set(sets.flatMap((set) => [...set]));
const without = (set, other) => new Set([...set].filter((file) => !other.has(file)));
const total = (set) => [...set].reduce((sum, file) => sum + sizeOf(file), 0);
/** Files of a group in vite.config.ts. */
const grouped = (name) => {
  const found = Object.values(manifest).filter((chunk) => chunk.name === name && chunk.file.endsWith('.js'));
  if (found.length === 0) throw new Error(`no chunk is called ${name}: was its group renamed?`);
  return new Set(found.map(({ file }) => file));
};
/** The largest of the three languages' words of the frame; those of the sign-in are in the first script. */
const words = ['cn', 'en', 'es']
  .map((language) => grouped(`words-${language}`))
  .sort((one, other) => total(other) - total(one))[0];

const login = scriptsOf('index.html');
const shell = union(login, grouped('frame'), words);
const grid = grouped('grid');
const shared = union(shell, grid);

const routes = Object.entries(manifest)
  .filter(
    ([key, chunk]) =>
      chunk.isDynamicEntry &&
      /^(features\/.*-page|app\/case.*-route)\.tsx$/.test(key) &&
      !key.includes('login'),
  )
  .map(([key]) => ({ name: key, files: without(scriptsOf(key), shared), budget: 250 }));

const rows = [
  { name: 'sign-in', files: login, budget: 120 },
  { name: 'shell', files: shell, budget: 350 },
  { name: 'grid (lazy)', files: grid, budget: 250 },
  ...routes,
];

const forbidden = [/\bconfigureStore\b/, /EIO/, /ant-btn/];
const leaks = [...login].filter((file) => {
  const text = readFileSync(new URL(file, out), 'utf8');
  return forbidden.some((sign) => sign.test(text));
});

let over = 0;
console.log('route                                      gzip KB   budget');
for (const { name, files, budget } of rows) {
  const size = total(files) / KB;
  const late = size > budget;
  if (late) over += 1;
  console.log(
    `${name.padEnd(42)} ${size.toFixed(1).padStart(7)} ${String(budget).padStart(8)}${late ? '  OVER' : ''}`,
  );
}
if (leaks.length > 0) console.log(`sign-in loads the shell's libraries: ${leaks.join(', ')}`);
process.exitCode = over > 0 || leaks.length > 0 ? 1 : 0;

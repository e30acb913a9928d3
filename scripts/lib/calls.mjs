import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesBelow } from './pages.mjs';
import { root } from './paths.mjs';

const HEAD = `# Calls

Every call of the server, by feature. Written by \`npm run calls\` from the controllers; \`npm test\` compares. Paths stand behind
\`/api/\` or \`/prod/\`. **key** is the scope with which a program's key may
call it, too ([security](security.md)); **scope** is whose rows a call reads or changes (\`server/platform/auth/scope.ts\`), **takes** the schema
in \`contract/\` that its input is parsed by, **answers** the type of what it returns inside of the envelope, **tests** the
specs that name its path, beside \`test/security/\`, which calls them all. \`GET /docs\` gives administrators the same as OpenAPI.
`;

/** The page's text, from the compiled server and its sources. */
export async function callsPage(outDir = join(root, 'dist')) {
  const load = (path) => import(pathToFileURL(join(outDir, path)).href);
  await import('reflect-metadata');
  const [{ ApiModule }, { handlersOf }, sources, specs] = await Promise.all([
    load('server/api.module.js'),
    load('server/platform/auth/endpoints.js'),
    readSources(),
    readSpecs(),
  ]);
  const rows = controllersOf(ApiModule).flatMap((type) =>
    handlersOf(type).flatMap((endpoint) =>
      endpoint.paths.map((path) => rowOf(path, endpoint, sources, specs)),
    ),
  );
  return [HEAD, ...chaptersOf(rows)].join('\n');
}

/** The controllers of a module and of what it imports; nothing is started for it. */
function controllersOf(module, seen = new Set()) {
  const type = module?.module ?? module;
  if (typeof type !== 'function' || seen.has(type)) return [];
  seen.add(type);
  const of = (key) => Reflect.getMetadata(key, type) ?? [];
  return [...of('controllers'), ...of('imports').flatMap((one) => controllersOf(one, seen))];
}

function rowOf(path, { name, method, summary, demand }, sources, specs) {
  const [controller, handler] = name.split('.');
  const source = sources.get(controller);
  const answers = answerOf(sources, controller, handler) ?? '';
  return {
    feature: relative(join(root, 'server/features'), source.file).split('/')[0],
    cells: [
      method,
      code(path),
      summary ?? '',
      permissionOf(demand),
      demand.keyScope ?? '',
      demand.scope ?? '',
      source.methods.get(handler).takes.map(code).join(', '),
      answers === 'void' ? '' : code(answers),
      `[${name.replace('Controller.', '.')}](../${relative(root, source.file)})`,
      testsOf(path, specs),
    ],
  };
}

const code = (text) => (text ? `\`${text.replaceAll('|', '\\|')}\`` : '');

function permissionOf({ kind, permission, secret, limited }) {
  if (kind === 'permission') return permission;
  if (kind === 'session') return 'a session';
  if (kind === 'signed') return `signature (${secret})`;
  return limited ? 'none, limited' : 'none';
}

function chaptersOf(rows) {
  const columns = ['', 'path', 'does', 'permission', 'key', 'scope', 'takes', 'answers', 'handler', 'tests'];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [...new Set(rows.map(({ feature }) => feature))].sort().map((feature) => {
    const own = rows.filter((row) => row.feature === feature);
    return [
      `## ${feature}\n`,
      line(columns),
      line(columns.map(() => '---')),
      ...own.map(({ cells }) => line(cells)),
      '',
    ].join('\n');
  });
}

/** Classes of the features by name: their file, what stands in their fields, and what each method takes and returns. */
async function readSources() {
  const { default: ts } = await import('typescript');
  const classes = new Map();
  for (const file of filesBelow(join(root, 'server/features'), /\.ts$/)) {
    const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    for (const node of tree.statements.filter(ts.isClassDeclaration)) {
      const built = node.members.find(ts.isConstructorDeclaration)?.parameters ?? [];
      const methods = node.members.filter(ts.isMethodDeclaration);
      classes.set(node.name?.text, {
        file,
        fields: new Map(built.map((one) => [one.name.getText(), one.type?.getText()])),
        methods: new Map(methods.map((method) => [method.name.getText(), readMethod(ts, method)])),
      });
    }
  }
  return classes;
}

function readMethod(ts, method) {
  const decorators = method.parameters.flatMap((one) => ts.getDecorators(one) ?? []);
  const schemas = decorators.map((one) => /^@(Body|Query)\(.*schema: (\w+)/s.exec(one.getText())?.[2]);
  return {
    takes: schemas.filter(Boolean),
    returns: method.type
      ?.getText()
      .replace(/\s+/g, ' ')
      .replace(/^Promise<(.*)>$/, '$1'),
    // Calls that a handler without a declared answer passes on: this.<field>.<method>(
    calls: [...method.getText().matchAll(/this\.(\w+)\.(\w+)\(/g)].map(([, field, name]) => ({
      field,
      name,
    })),
  };
}

function answerOf(classes, type, name) {
  const found = classes.get(type);
  const method = found?.methods.get(name);
  if (!method || method.returns) return method?.returns;
  const answers = method.calls.map((call) => answerOf(classes, found.fields.get(call.field), call.name));
  return answers.find((answer) => answer && answer !== 'void');
}

/** documented-calls.spec.ts names paths and calls none of them. */
function readSpecs() {
  return filesBelow(join(root, 'test'), /\.(spec|desk)\.tsx?$|\/desk\.ts$/)
    .filter((file) => !/\/test\/(security|client)\/|\/documented-calls\.spec\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

function testsOf(path, specs) {
  const parts = path.split('/').map((part) => (part.startsWith(':') ? String.raw`[^/'"\`?]+` : part));
  const named = new RegExp(String.raw`['"\`/]${parts.join('/')}(?=['"\`?])`);
  const files = specs.filter(({ text }) => named.test(text)).map(({ file }) => file);
  return files
    .slice(0, 2)
    .map((file) => `[${basename(dirname(file))}/${basename(file)}](../${relative(root, file)})`)
    .join(' ');
}

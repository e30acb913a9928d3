import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['contract', 'server', 'workers', 'client', 'sandbox'];

/** Words of before, by the word that a name uses now. */
const REFUSED: Record<string, string> = {
  ...{ told: 'push, input', tells: 'pushes', said: 'input', asked: 'query, args', usual: 'default' },
  ...{ least: 'min', most: 'max', patience: 'timeout, watchdog', bell: 'wakeUp', beat: 'heartbeat' },
  ...{ beats: 'heartbeats', fold: 'project, groupBy', folds: 'projections', sweep: 'reconcile' },
  ...{ double: 'duplicateCharge', overtaken: 'conflict', kiosk: 'wallboardToken', lab: 'simulation' },
};

/** Names that keep such a word, each with its reason. */
const KEPT: Record<string, string> = {
  ...{ askedAt: 'column, wire', askedBy: 'column, wire', askedAmount: 'column', toldAt: 'column, wire' },
  ...{ kiosk: 'field of the stored session and of the wire', labId: 'payload of an event and wire' },
  ...{ least: 'LEAST_LOADED, and a field of a schedule', leastOfFew: 'LEAST_LOADED' },
  ...{ most: 'field of a schedule', InboxBell: 'the picture of a bell', BellIcon: 'the picture of a bell' },
};

/** Names that a file declares: not the members of types and of objects, which may be those of the wire. */
function declaredIn(text: string, file: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = (node as Partial<ts.NamedDeclaration>).name;
    if (name && ts.isIdentifier(name) && isDeclaration(node)) names.push(name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return names;
}

function isDeclaration(node: ts.Node): boolean {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node)
  );
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
    .toLowerCase()
    .split('_');
}

const isRefused = (name: string) => !KEPT[name] && wordsOf(name).some((word) => word in REFUSED);

describe('names', () => {
  const listed = execFileSync('git', ['ls-files', '--', ...FOLDERS], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => /\.tsx?$/.test(file));

  it('use the words of the field', () => {
    const found = files.flatMap((file) =>
      declaredIn(readFileSync(root + file, 'utf8'), file)
        .filter(isRefused)
        .map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('are read from every kind of declaration', () => {
    const text =
      'class A { usual = 1; sweep(said: B) { const { x: told } = said; } } interface B { asked: 1 }';
    expect(declaredIn(text, 'a.ts').filter(isRefused)).toEqual(['usual', 'sweep', 'said', 'told']);
    expect(['MOST_ROWS', 'isAsked', 'KioskForm', 'almost'].filter(isRefused)).toEqual([
      ...['MOST_ROWS', 'isAsked', 'KioskForm'],
    ]);
  });
});

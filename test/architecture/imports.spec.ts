import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url));
const config = createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`) as {
  forbidden: { name: string }[];
  options: ICruiseOptions;
};

/** Dependency-cruiser sees cycles of files; features.spec.ts looks for those of features, nouns.spec.ts adds a noun. */
const CHECKED_BY_FOLDER = ['noun', 'nouns-form-no-cycle'];

async function broken(baseDir: string): Promise<string[]> {
  const { tsConfig: _, exclude: __, ...options } = config.options;
  const result = await cruise(['.'], {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  } as ICruiseOptions);
  return (result.output as ICruiseResult).summary.violations.map((violation) => violation.rule.name);
}

describe('each import rule', () => {
  it('has a fixture that breaks it', () => {
    const rules = config.forbidden.map((rule) => rule.name);
    expect(readdirSync(fixtures).sort()).toEqual([...rules, ...CHECKED_BY_FOLDER].sort());
  });

  it.each(config.forbidden.map((rule) => rule.name))(
    '%s catches its fixture, and no other rule does',
    async (name) => {
      expect([...new Set(await broken(fixtures + name))]).toEqual([name]);
    },
  );
});

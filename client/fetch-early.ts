import type { Plugin, Rolldown } from 'vite';

type Files = readonly string[];

/** The built page's list of its files, before any of them is there. */
interface Known {
  frame: Files;
  /** By the beginning of the address. */
  screens: Readonly<Record<string, Files>>;
  languages: Readonly<Record<string, Files>>;
}

const SCREENS: Record<string, string> = {
  '/case/list': 'app/case-list-route.tsx',
  '/task/': 'app/case-route.tsx',
};
const LANGUAGES: Record<string, string[]> = {
  cn: ['antd/es/locale/zh_CN.js', 'data-grid/grid-words-cn.ts'],
  en: ['antd/es/locale/en_US.js'],
  es: ['antd/es/locale/es_ES.js', 'data-grid/grid-words-es.ts'],
};

/**
 * Has the page itself ask for the frame, its words and the screen of the address when a session is likely: else they would
 * be asked for only when the first script has come and run, one round trip later. It decides nothing: without a session the
 * files were fetched for the sign-in that follows.
 */
export function fetchEarly(): Plugin {
  return {
    name: 'fetch-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      // Before the style sheet, which a script waits for, and after what the first script needs.
      handler: (html, { bundle }) =>
        bundle ? html.replace('<link rel="stylesheet"', (next) => `${scriptOf(bundle)}\n    ${next}`) : html,
    },
  };
}

function scriptOf(bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const begun = chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => closure(fileName, bundle));
  const files = (is: (chunk: Rolldown.OutputChunk) => boolean) => [
    ...new Set(chunks.filter(is).flatMap((chunk) => closure(chunk.fileName, bundle, new Set(begun)))),
  ];
  const made = (from: string) => files(({ facadeModuleId }) => facadeModuleId?.endsWith(from) ?? false);
  const named = (name: string) => files((chunk) => chunk.name === name);
  const frame = named('frame');
  const others = (found: Files) => [...new Set(found)].filter((file) => !frame.includes(file));
  const known: Known = {
    frame,
    screens: Object.fromEntries(Object.entries(SCREENS).map(([path, from]) => [path, others(made(from))])),
    languages: Object.fromEntries(
      Object.entries(LANGUAGES).map(([name, from]) => [
        name,
        others([...named(`words-${name}`), ...from.flatMap((each) => made(each))]),
      ]),
    ),
  };
  if (frame.length === 0) throw new Error('the frame has no chunk: was its group renamed?');
  return `<script nonce="__CSP_NONCE__">(${inPage.toString()})(${JSON.stringify(known)})</script>`;
}

/** A chunk, and what must be there before it runs, without what was found before. */
function closure(name: string, bundle: Rolldown.OutputBundle, before = new Set<string>()): string[] {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || before.has(name)) return [];
  before.add(name);
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])].filter((style) => !before.has(style));
  return [name, ...chunk.imports.flatMap((each) => closure(each, bundle, before)), ...styles];
}

/** Runs in the page, alone: it can use nothing of this file. */
function inPage({ frame, screens, languages }: Known): void {
  const fetched = new Set<string>();
  const fetchFile = (file: string) => {
    if (fetched.has(file)) return;
    fetched.add(file);
    const link = document.createElement('link');
    const style = file.endsWith('.css');
    link.rel = style ? 'preload' : 'modulepreload';
    if (style) link.as = 'style';
    link.crossOrigin = '';
    link.href = `./${file}`;
    document.head.append(link);
  };
  window.fetchEarly = (address) => {
    const path = Object.keys(screens).find((each) => address.startsWith(each)) ?? '';
    const language = localStorage.getItem('lang') ?? '';
    for (const files of [frame, screens[path], languages[language] ?? languages['cn']])
      files?.forEach(fetchFile);
  };
  const address = location.hash.slice(1);
  if (document.cookie.split('; ').includes('login=1') && address !== '/login')
    window.fetchEarly(address.length > 1 ? address : '/case/list');
}

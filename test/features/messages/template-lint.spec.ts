import { describe, expect, it } from '@jest/globals';
import type { SendChannel, TemplateTexts } from '../../../contract/contact/message-texts.js';
import { DEFAULT_LIMITS } from '../../../contract/contact/messages.js';
import { lintTemplate } from '../../../contract/contact/message-template-lint.js';
import { THREATS } from '../../../contract/contact/message-template-words.js';
import { TEMPLATES } from '../../../server/seeds/steps/messages.js';
import { foldedWords } from '../../../contract/shared/disguise.js';

const END = ' {{app}}. Quejas: CONDUSEF';
const lint = (texts: TemplateTexts, channel: SendChannel = 'WABA') =>
  lintTemplate(texts, channel, DEFAULT_LIMITS).map(({ field, rule, param }) => [field, rule, param]);
const inSpanish = (text: string) => lint({ es: text + END }).map(([, rule, param]) => [rule, param]);

describe('a template passes', () => {
  it.each<[string, TemplateTexts, SendChannel]>([
    ['in Spanish', { es: 'Hola {{name}}, su saldo con {{app}} es {{amount}}. Quejas: CONDUSEF' }, 'SMS'],
    ['in three languages', { es: `Hola${END}`, en: 'Hello, {{app}}. Complaints: CONDUSEF', cn: '{{app}}：您好。投诉：CONDUSEF' }, 'SMS'],
    ['that says however', { es: `Sin embargo, su saldo sigue pendiente.${END}` }, 'WABA'],
    ['with an emoji of several characters', { es: `Gracias 👩‍💻.${END}` }, 'WABA'],
    ['with a company of abbreviations', { es: `Colibrí, S.A. de C.V.${END}` }, 'WABA'],
  ])('%s', (_, texts, channel) => {
    expect(lint(texts, channel)).toEqual([]);
  }); // prettier-ignore
});

it.each(TEMPLATES.map((template) => [template.name, template] as const))(
  'the demo’s own passes: %s',
  (_, { body, others, channel }) => {
    expect(lint({ es: body, ...others }, channel)).toEqual([]);
  },
);

describe('a threat is found', () => {
  it.each<[string, string, string]>([
    ['in another case', 'Irá a la CÁRCEL', 'CÁRCEL'],
    ['without its accents', 'ira a la carcel', 'carcel'],
    ['with combining accents', 'ira a la ca\u0301rcel', 'ca\u0301rcel'],
    ['in letters of the full width', 'ｃａｒｃｅｌ', 'ｃａｒｃｅｌ'],
    ['with figures for letters', 'ir a la c4rc3l', 'c4rc3l'],
    ['with blanks between its letters', 'ir a la c á r c e l hoy', 'c á r c e l'],
    ['with dots between its letters', 'la c.a.r.c.e.l', 'c.a.r.c.e.l'],
    ['with any ending', 'lo embargaremos', 'embargaremos'],
    ['of several words', 'avisaremos a su  familia', 'su  familia'],
    ['in another language than the text’s', 'we will arrest you', 'arrest'],
    ['of making the debt known', 'Publicaremos lo que debe', 'Publicaremos'],
    ['beside a harmless one', 'sin embargo, habrá embargo', 'embargo'],
  ])('%s', (_, text, piece) => {
    expect(inSpanish(text)).toEqual([['template.threat', piece]]);
  });

  it('behind characters that nobody sees, and letters that look alike, which are faults themselves', () => {
    expect(inSpanish('la cár\u200Bcel')).toEqual([
      ['template.threat', 'cár\u200Bcel'],
      ['template.hidden', 'U+200B'],
    ]);
    expect(inSpanish('la cаrcеl')).toEqual([
      ['template.threat', 'cаrcеl'],
      ['template.hidden', 'cаrcеl'],
    ]);
  });

  it('in Chinese, with blanks as well', () => {
    expect(lint({ es: `Hola${END}`, cn: '{{app}}：否则 坐 牢。投诉：CONDUSEF' })).toEqual([
      ['texts.cn', 'template.threat', '坐 牢'],
    ]);
  });

  it('and not across a parameter', () => {
    expect(inSpanish('su {{name}} familia')).toEqual([]);
  });

  it('of every word in the lists, none of which is empty', () => {
    for (const word of Object.values(THREATS.words).flat()) {
      expect(foldedWords(word).join('').length).toBeGreaterThan(1);
      expect({ word, found: inSpanish(word.replaceAll('*', '')) }).toMatchObject({ found: [['template.threat', expect.anything()]] });
    }
  }); // prettier-ignore
});

describe('a template does not pass', () => {
  it('without the lender and the place to complain, by the text', () => {
    expect(lint({ es: `Hola${END}`, en: 'Pay now' })).toEqual([
      ['texts.en', 'template.lender', ''],
      ['texts.en', 'template.complaints', ''],
    ]);
  });

  it.each(['bit.ly/x2', 'https://pago.mx', 'www.pago.mx', '1.1.1.1'])('with a link: %s', (link) => {
    expect(inSpanish(`Pague en ${link} hoy`)).toEqual([['template.link', link]]);
  });

  it('that is too long with its longest values, by segments where there are some', () => {
    const long = `{{name}} ${'paga '.repeat(25)}${END}`;
    expect(lint({ es: long }, 'WABA')).toEqual([]);
    const [finding] = lintTemplate({ es: long }, 'SMS', DEFAULT_LIMITS);
    expect(finding).toEqual({
      ...{ field: 'texts.es', rule: 'template.tooLong', param: '' },
      ...{ characters: 16 + 1 + 125 + 1 + 16 + 18, limit: 160 },
    });
    // One accent makes 70 characters of 160.
    const accented = lintTemplate(
      { es: `Aquí está su saldo de {{amount}}, {{name}}${END}` },
      'SMS',
      DEFAULT_LIMITS,
    );
    expect(accented).toMatchObject([{ rule: 'template.tooLong', limit: 70 }]);
    expect(lintTemplate({ es: long }, 'SMS', { ...DEFAULT_LIMITS, segments: 2 })).toEqual([]);
    // Free parameters count as long as they may be: 40, 5 and 10.
    const free = `{{where:text}} {{at:time}} {{on:day}} ${'x'.repeat(67)}${END}`;
    expect(lintTemplate({ es: free }, 'SMS', DEFAULT_LIMITS)).toEqual([]);
    expect(lintTemplate({ es: `x${free}` }, 'SMS', DEFAULT_LIMITS)).toMatchObject([{ characters: 161 }]);
  });

  it('with a parameter that nobody fills, that it misspells or leaves without a format', () => {
    expect(inSpanish('Hola {{nmae}}')).toEqual([['template.unfilled', 'nmae']]);
    expect(inSpanish('Hola {{ name }}')).toEqual([['template.placeholder', ' name ']]);
  });
});

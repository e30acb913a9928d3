import type { Language } from '../codes.js';

/**
 * Forbidden wording of texts to borrowers, by language: force, unfounded mention of courts and police, harm, insult, and
 * disclosure of the debt to others, in public too. A star stands for any ending. Letters are compared without case, accents and disguise.
 *
 * Counsel's list: whoever changes it raises the version, which findings name.
 */
export const THREATS = {
  version: 2,
  words: {
    es: [
      'carcel*', 'prision*', 'encarcel*', 'preso', 'presa', 'arrest*', 'detenid*', 'detencion*', 'policia*', 'patrulla*',
      'embarg*', 'demand*', 'denunci*', 'querella*', 'aprehension', 'ministerio publico', 'juzgado*', 'juicio*', 'juez',
      'actuario*', 'judicial*', 'delito*', 'delincuente*', 'fraude*', 'defraud*', 'penal', 'penales', 'amenaz*',
      'consecuencias', 'ultimo aviso', 'ultima advertencia', 'ultima oportunidad', 'sus familiares', 'su familia',
      'sus vecinos', 'su jefe', 'su patron', 'su empleador', 'su trabajo', 'sus referencias', 'exhibir*', 'ratero*',
      'ladron*', 'estafador*', 'moroso*', 'sinverguenza*', 'golpe*', 'lo vamos a buscar', 'sabemos donde vive',
      'publicar*', 'difundir*', 'facebook', 'instagram', 'tiktok', 'redes sociales', 'su foto*', 'sus fotos', 'lista negra',
    ],
    en: [
      'jail*', 'prison*', 'arrest*', 'police', 'sue you', 'lawsuit*', 'court', 'prosecut*', 'criminal*', 'seiz*',
      'garnish*', 'warrant', 'fraud*', 'threat*', 'consequences', 'last warning', 'final warning', 'final notice', 'or else',
      'last chance', 'your family', 'your neighbors', 'your neighbours', 'your boss', 'your employer', 'your workplace',
      'thief', 'deadbeat*', 'we know where you live', 'publish*', 'facebook', 'instagram', 'tiktok', 'social media', 'your photo*',
      'blacklist*',
    ],
    cn: [
      '坐牢', '监狱', '入狱', '逮捕', '拘留', '报警', '警察', '公安', '起诉', '诉讼', '法院', '刑事', '查封', '扣押', '冻结',
      '你的家人', '您的家人', '亲友', '邻居', '你的单位', '您的单位', '后果', '最后警告', '最后通知', '骗子', '老赖', '失信', '威胁',
      '曝光', '朋友圈', '您的照片', '你的照片', '黑名单', 'facebook', 'instagram', 'tiktok',
    ],
  },
  /** They hold a word of the list and are none. */
  harmless: ['sin embargo', 'a demanda', 'por demanda'],
} as const satisfies { version: number; words: Record<Language, readonly string[]>; harmless: readonly string[] }; // prettier-ignore

/** Where a borrower may complain; one of them stands in each text. */
export const COMPLAINT_OFFICES: Record<Language, readonly string[]> = {
  es: ['queja*', 'reclamacion*', 'condusef', 'unidad especializada'],
  en: ['complain*', 'condusef'],
  cn: ['投诉', 'condusef'],
};

import type { Language } from '../../../contract/codes.js';

/** Why a code is sent: an account was made or renewed by an administrator, or its person asked. */
export type CodeMail = 'INVITED' | 'FORGOTTEN';

const TEXTS: Record<CodeMail, Record<Language, { subject: string; text: string }>> = {
  INVITED: {
    es: {
      subject: 'Su acceso a Recoup',
      text: 'Hola {{name}}:\n\nSu usuario es {{username}}. Elija su contraseña aquí, en las próximas {{hours}} horas:\n\n{{link}}\n\nSi no esperaba este correo, avise a su administrador.',
    },
    en: {
      subject: 'Your access to Recoup',
      text: 'Hello {{name}},\n\nYour user name is {{username}}. Choose your password here, within {{hours}} hours:\n\n{{link}}\n\nIf you did not expect this mail, tell your administrator.',
    },
    cn: {
      subject: '您的 Recoup 账号',
      text: '{{name}}，您好：\n\n您的用户名是 {{username}}。请在 {{hours}} 小时内通过以下链接设置密码：\n\n{{link}}\n\n如果您并未等待此邮件，请告知管理员。',
    },
  },
  FORGOTTEN: {
    es: {
      subject: 'Elija una contraseña nueva',
      text: 'Hola {{name}}:\n\nAlguien pidió una contraseña nueva para {{username}}. Si fue usted, elíjala aquí, en la próxima hora:\n\n{{link}}\n\nSi no fue usted, no haga nada: su contraseña sigue igual.',
    },
    en: {
      subject: 'Choose a new password',
      text: 'Hello {{name}},\n\nSomebody asked for a new password for {{username}}. If it was you, choose it here, within an hour:\n\n{{link}}\n\nIf it was not you, do nothing: your password stays as it is.',
    },
    cn: {
      subject: '请设置新密码',
      text: '{{name}}，您好：\n\n有人为 {{username}} 申请了新密码。如果是您本人，请在一小时内通过以下链接设置：\n\n{{link}}\n\n如果不是您本人，无需处理，您的密码不变。',
    },
  },
};

interface Facts {
  name: string;
  username: string;
  hours: number;
  /** Address by which people reach the site, without a slash at its end. */
  site: string;
  code: string;
}

/** The code stands behind the "#": no server's log, and no page that is linked to, sees it. */
export function codeMail(why: CodeMail, language: Language, { site, code, ...facts }: Facts) {
  const query = new URLSearchParams({ username: facts.username, code });
  const values: Record<string, string | number> = { ...facts, link: `${site}/#/login?${query}` };
  const { subject, text } = TEXTS[why][language];
  return { subject, text: text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])) };
}

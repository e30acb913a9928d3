import { useTranslation } from 'react-i18next';
import { Field } from './field';
import type { useCaptcha } from './use-captcha';

interface CaptchaFieldProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
  problem?: string | undefined;
  captcha: ReturnType<typeof useCaptcha>;
  solved: boolean;
}

/** The picture, refreshed by a click, and the way around it for those who cannot read pictures. */
export function CaptchaField({
  captcha: { captcha, missing, proof, refresh, solve },
  solved,
  ...field
}: CaptchaFieldProps) {
  const { t } = useTranslation('login');
  const picture = (
    <button
      type="button"
      className="login-captcha"
      onClick={() => void refresh()}
      title={t('login:captcha.refresh')}
      aria-label={t('login:captcha.refresh')}
    >
      {captcha ? <img src={captcha.codeValue} alt="" /> : missing && <span>{t('common:action.retry')}</span>}
    </button>
  );
  return (
    <>
      {solved ? (
        <p className="login-solved" role="status">
          {t('login:captcha.solved')}
        </p>
      ) : (
        <Field {...field} label={t('login:field.captcha')} autoComplete="off" aside={picture} />
      )}
      {!solved && (
        <p className="login-alternative">
          <button
            type="button"
            className="login-link"
            onClick={() => void solve()}
            disabled={proof.state === 'solving'}
          >
            {proof.state === 'solving' ? t('login:captcha.solving') : t('login:captcha.alternative')}
          </button>
          <span role="status">{proof.state === 'failed' && t('login:captcha.failed')}</span>
        </p>
      )}
    </>
  );
}

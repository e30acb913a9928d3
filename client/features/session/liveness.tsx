import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_FACE_FAILURES } from '../../../contract/liveness';
import type { LoginAnswer } from '../../../contract/session';
import { isSessionEnd } from '../../api/envelope';
import { send } from '../../api/http';
import { readFrame } from './liveness-rules';
import { useCamera } from './use-camera';

interface LivenessProps {
  answer: LoginAnswer;
  onPassed: () => void;
  /** Back to the form, with the key of what to say there. */
  onFailed: (reason: string) => void;
  /** Back to the form as it was filled in, or to an empty one: the password has to be given again. */
  onBack: () => void;
  onCancel: () => void;
}

/** Stands between the password and the session: an embedded page, or a silent check by the camera. */
export default function Liveness(props: LivenessProps) {
  const { t } = useTranslation('login');
  const page = props.answer.cloudunPureH5Liveness;
  const byKey = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && props.onBack());
  useEffect(() => {
    const listener = (event: KeyboardEvent) => void byKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      {page ? <FrameCheck {...props} page={page} /> : <CameraCheck {...props} />}
      <div className="login-acts">
        <button type="button" className="login-link" onClick={props.onBack}>
          ← {t('login:liveness.back')}
        </button>
        <button type="button" className="login-link" onClick={props.onCancel}>
          {t('common:action.cancel')}
        </button>
      </div>
    </>
  );
}

type FrameProps = LivenessProps & { page: NonNullable<LoginAnswer['cloudunPureH5Liveness']> };

function FrameCheck({ answer, page, onPassed, onFailed }: FrameProps) {
  const { t } = useTranslation('login');
  const frameRef = useRef<HTMLIFrameElement>(null);
  const source = new URL(page.baseUrl);
  source.searchParams.set('partnerCode', page.partnerCode);
  source.searchParams.set('timestamp', page.timestamp);
  source.searchParams.set('token', page.token);
  const heard = useEffectEvent(async (event: MessageEvent) => {
    if (event.origin !== source.origin) return;
    const verdict = readFrame(event.data);
    if (!verdict) return;
    if (verdict.kind === 'failed') return onFailed('login:liveness.failed');
    const body = {
      bindingAgentId: answer.userInfo.id,
      livenessId: verdict.livenessId,
      idCard: null,
      userLoginLogId: answer.userLoginLogId,
      token: page.token,
    };
    const result = await send({ path: 'login/getPureH5LivenessResult', method: 'POST', body });
    if (!frameRef.current) return;
    if (result.ok && result.data !== false) onPassed();
    else onFailed('login:liveness.failed');
  });
  useEffect(() => {
    const listener = (event: MessageEvent) => void heard(event);
    addEventListener('message', listener);
    return () => removeEventListener('message', listener);
  }, []);
  return (
    <iframe
      ref={frameRef}
      className="login-frame"
      title={t('login:liveness.title')}
      src={source.href}
      allow="camera"
    />
  );
}

function CameraCheck({ answer, onPassed, onFailed }: LivenessProps) {
  const { t } = useTranslation('login');
  const { videoRef, problem, ready, onFirstPicture, capture, retry } = useCamera();
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState(false);
  const [messageKey, setMessageKey] = useState<string | null>(null);
  const actRef = useRef<HTMLButtonElement>(null);
  // The next step has the focus: the check, or another try.
  useEffect(() => actRef.current?.focus(), [ready, problem, busy]);
  const check = async () => {
    const base64Img = capture();
    if (!base64Img) return setMessageKey('login:liveness.draw');
    setBusy(true);
    const body = { userId: answer.userInfo.id, base64Img };
    const result = await send({ path: 'login/getSilenceLiveNessResult', method: 'POST', body });
    // A person who has gone back meanwhile is not signed in after all.
    if (!videoRef.current) return;
    setBusy(false);
    if (result.ok && result.data === true) return onPassed();
    if (!result.ok && isSessionEnd(result.error)) return onFailed('login:liveness.thrice');
    // The provider did not answer: nobody's face was refused.
    if (!result.ok) return setMessageKey('login:liveness.failed');
    if (failures + 1 >= MAX_FACE_FAILURES) return onFailed('login:liveness.thrice');
    setFailures(failures + 1);
    setMessageKey('login:liveness.failed');
  };
  const text = problem ?? messageKey;
  return (
    <div className="login-form">
      <p>{t('login:liveness.look')}</p>
      {/* The camera's own picture has nothing to say that captions could hold. */}
      <video
        ref={videoRef}
        className="login-camera"
        autoPlay
        playsInline
        muted
        onLoadedData={onFirstPicture}
        aria-label={t('login:liveness.title')}
      />
      <div role="alert" className="login-failure">
        {text && t(text)}
      </div>
      {problem ? (
        <button ref={actRef} type="button" className="login-submit" onClick={retry}>
          {t('common:action.retry')}
        </button>
      ) : (
        <button
          ref={actRef}
          type="button"
          className="login-submit"
          disabled={!ready || busy}
          onClick={() => void check()}
        >
          {t('login:liveness.take')}
        </button>
      )}
    </div>
  );
}

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { landing } from '../../../client/app/landing.js';
import { problemsOf } from '../../../client/features/session/rules.js';
import { guardAnswer } from '../../../client/lib/session.js';
import { stubGlobal, unstubGlobals } from '../../support/globals.js';

describe('the guard', () => {
  it.each([
    [{ cookie: true, user: true, session: true }, 'enter'],
    [{ cookie: true, user: true, session: false }, 'ask'],
    [{ cookie: true, user: false, session: false }, 'ask'],
    [{ cookie: false, user: true, session: true }, 'login'],
    [{ cookie: false, user: false, session: false }, 'login'],
  ])('%j -> %s', (flags, answer) => {
    expect(guardAnswer(flags)).toBe(answer);
  });
});

describe('after sign-in', () => {
  it.each([
    [['statistics', '/myTasks'], '/case/list'],
    [['management-dashboard', 'behavior-record'], '/dashboard'],
    [[], '/case/list'],
  ])('a menu of %j leads to %s', (menu, path) => {
    expect(landing(menu)).toBe(path);
  });
});

describe('the sign-in form', () => {
  const fields = { username: 'lucia', password: 'secret', captcha: '7K3Q', idCard: '' };

  it('lets complete fields pass', () => {
    expect(problemsOf(fields, false)).toEqual({});
  });

  it('asks for at least 5 characters of password and 4 of captcha', () => {
    expect(problemsOf({ ...fields, password: 'abcd', captcha: '7K3' }, false)).toEqual({
      password: 'login:rule.password-short',
      captcha: 'login:rule.captcha-short',
    });
  });

  it('asks for every field', () => {
    expect(Object.keys(problemsOf({ username: ' ', password: '', captcha: '', idCard: '' }, false))).toEqual([
      'username',
      'password',
      'captcha',
    ]);
  });

  it('needs no captcha beside a proof of work', () => {
    expect(problemsOf({ ...fields, captcha: '' }, true)).toEqual({});
  });
});

function fakeStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    key: (index) => [...entries.keys()][index] ?? null,
    get length() {
      return entries.size;
    },
  };
}

describe('the end of a session', () => {
  beforeEach(() => {
    jest.resetModules();
    stubGlobal('localStorage', fakeStorage());
    stubGlobal('sessionStorage', fakeStorage());
    stubGlobal('document', { cookie: '' });
    stubGlobal('location', { protocol: 'http:', hash: '#/task/7/9?tab=calls' });
    stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  });
  afterEach(() => unstubGlobals());

  const lost = (message: string) => ({ code: '02', message, fields: [], requestId: null });

  async function tab() {
    const session = await import('../../../client/lib/session.js');
    session.openSession({ id: 7, name: 'Lucía' }, 'token');
    const state = await import('../../../client/state/session.js');
    const { store } = await import('../../../client/app/store.js');
    return { ...state, session, store };
  }

  it('forgets everything but the language, and says why once', async () => {
    const { session, store, callFailed } = await tab();
    localStorage.setItem('lang', 'es');
    store.dispatch(callFailed(lost('first')));
    store.dispatch(callFailed(lost('second')));
    expect(store.getState().session).toEqual({
      user: { id: 7, name: 'Lucía' },
      end: { message: 'first', ask: false },
      notice: 'first',
    });
    expect(session.token()).toBeNull();
    expect(session.sessionFlags().session).toBe(false);
    expect(localStorage.getItem('lang')).toBe('es');
  });

  it('is told by its reason, also when the refusal of a call was quicker', async () => {
    const { store, sessionEnded } = await tab();
    store.dispatch(sessionEnded({ message: 'it is over', ask: true }));
    store.dispatch(sessionEnded({ message: 'signed in elsewhere', ask: true, hasReason: true }));
    store.dispatch(sessionEnded({ message: 'it is over', ask: true }));
    expect(store.getState().session.end).toMatchObject({ message: 'signed in elsewhere', ask: true });
  });

  it('keeps the place for the same person’s next sign-in, once, and for nobody else', async () => {
    const { session, store, callFailed } = await tab();
    store.dispatch(callFailed(lost('first')));
    expect(session.takePlace(8)).toBeNull();
    expect(session.takePlace(7)).toBeNull();
    session.clearSession(session.placeFor(7));
    expect(session.takePlace(7)).toBe('/task/7/9?tab=calls');
    expect(session.takePlace(7)).toBeNull();
    session.clearSession(session.placeFor(7));
    session.clearSession();
    expect(session.takePlace(7)).toBeNull();
  });

  it('keeps the drafts of whom it asks for the password over the page, until that person leaves', async () => {
    const { session, store, sessionEnded } = await tab();
    const keys = [session.draftKey(7, 9), session.draftKey(8, 9)] as const;
    const kept = () => keys.map((key) => sessionStorage.getItem(key));
    for (const key of keys) sessionStorage.setItem(key, 'typed');
    store.dispatch(sessionEnded({ message: 'replaced', ask: true }));
    expect(kept()).toEqual(['typed', null]);
    session.openSession({ id: 7, name: 'Lucía' }, 'another');
    expect(kept()).toEqual(['typed', null]);
    session.openSession({ id: 8, name: 'Ana' }, 'hers');
    expect(kept()).toEqual([null, null]);
    for (const leave of [session.clearSession, session.forgetDrafts]) {
      sessionStorage.setItem(keys[0], 'typed');
      leave();
      expect(kept()).toEqual([null, null]);
    }
  });

  it.each(['//evil.example', 'https://evil.example', '\\\\evil.example', '/login', ''])(
    'never leads to %j',
    async (path) => {
      const { session } = await tab();
      session.clearSession(JSON.stringify({ userId: 7, path }));
      expect(session.takePlace(7)).toBeNull();
    },
  );

  it('may be put off, and be over when the same person has signed in again', async () => {
    const { store, sessionEnded, sessionEndPutOff, sessionBegan } = await tab();
    store.dispatch(sessionEnded({ message: 'replaced', ask: true }));
    store.dispatch(sessionEndPutOff(true));
    expect(store.getState().session.end).toEqual({ message: 'replaced', ask: true, putOff: true });
    store.dispatch(sessionBegan({ id: 7, name: 'Lucía' }));
    expect(store.getState().session).toMatchObject({ end: null, notice: null });
  });

  it('is silent about every later refusal, until somebody signs in again', async () => {
    const { store, callFailed, listenToRefusals, sessionBegan, sessionEnded } = await tab();
    const toasts = jest.fn();
    listenToRefusals(toasts);
    store.dispatch(sessionEnded({ message: 'replaced', ask: true }));
    store.dispatch(callFailed({ code: '23', message: 'late', fields: [], requestId: null }));
    expect(toasts).not.toHaveBeenCalled();
    expect(store.getState().session.notice).toBeNull();
    store.dispatch(sessionBegan({ id: 8, name: 'Ana' }));
    expect(store.getState().session.end).toBeNull();
    store.dispatch(callFailed({ code: '23', message: 'now', fields: [], requestId: null }));
    expect(toasts).toHaveBeenCalledTimes(1);
  });

  it('is not said by a refusal of what was sent before the sign-in', async () => {
    const { session, store, callFailed } = await tab();
    const refused = () => new Response(JSON.stringify({ code: '02', message: 'replaced' }));
    const answers: ((response: Response) => void)[] = [];
    const fetched = jest.fn(() => new Promise<Response>((answer) => answers.push(answer)));
    stubGlobal('fetch', fetched);
    const { send } = await import('../../../client/api/http.js');
    const read = send({ path: 'task/counts' });
    const saved = send({ path: 'task/record', method: 'POST' });
    session.openSession({ id: 7, name: 'Lucía' }, 'another');
    for (const answer of answers.splice(0)) answer(refused());
    const late = await saved;
    if (!late.ok) store.dispatch(callFailed(late.error));
    expect(store.getState().session.end).toBeNull();
    // The read went out again, by the new session: that one's refusal counts.
    expect(fetched).toHaveBeenCalledTimes(3);
    answers[0]!(refused());
    const again = await read;
    if (!again.ok) store.dispatch(callFailed(again.error));
    expect(store.getState().session.end?.message).toBe('replaced');
  });

  it('is said by the server with a reason of its own, and then asks before it leaves', async () => {
    const { store } = await tab();
    const { pushReceived } = await import('../../../client/state/connection.js');
    const { i18n } = await import('../../../client/i18n/i18n.js');
    const shell = { 'session-end.reason.replaced': 'elsewhere' };
    await i18n.init({ lng: 'en', keySeparator: false, resources: { en: { shell } } });
    const data = { reason: 'replaced' as const };
    store.dispatch(pushReceived({ room: 'user:7', epoch: 1, seq: 1, name: 'session.ended', data, at: 0 }));
    expect(store.getState().session.end).toEqual({ message: 'elsewhere', ask: true, hasReason: true });
    expect(store.getState().session.user).toEqual({ id: 7, name: 'Lucía' });
  });
});

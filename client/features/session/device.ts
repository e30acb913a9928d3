const TIMEOUT_MS = 1500;

/** The `veins` of the login audit. Null when the browser refuses: nobody is kept out by it. */
export async function deviceFingerprint(): Promise<string | null> {
  try {
    const { default: FingerprintJS } = await import('@fingerprintjs/fingerprintjs');
    const agent = await FingerprintJS.load();
    return (await inTime(agent.get()))?.visitorId ?? null;
  } catch (cause) {
    console.warn('no device fingerprint', cause);
    return null;
  }
}

/** "latitude,longitude" when this site may already know it; never asks. */
export async function knownPosition(): Promise<string | null> {
  try {
    const permission = await navigator.permissions.query({ name: 'geolocation' });
    if (permission.state !== 'granted') return null;
    const position = await new Promise<GeolocationPosition>((resolve, reject) => {
      navigator.geolocation.getCurrentPosition(resolve, reject, {
        timeout: TIMEOUT_MS,
        maximumAge: 600_000,
      });
    });
    return `${position.coords.latitude},${position.coords.longitude}`;
  } catch (cause) {
    console.warn('no position', cause);
    return null;
  }
}

function inTime<Value>(promise: Promise<Value>): Promise<Value | null> {
  return Promise.race([promise, new Promise<null>((resolve) => setTimeout(() => resolve(null), TIMEOUT_MS))]);
}

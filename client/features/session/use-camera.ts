import { useEffect, useRef, useState } from 'react';
import { FACE_PIXELS } from '../../../contract/liveness';
import { squareJpeg } from '../../lib/square-jpeg';

/** The front camera, 400 x 400; `problem` is the key of what is wrong with it, until another try. */
export function useCamera() {
  const videoRef = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [ready, setReady] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let left = false;
    const lost = (cause: unknown) => {
      if (left) return;
      setReady(false);
      setProblem(problemOf(cause));
    };
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    start().then(
      (started) => {
        stream = started;
        if (left || !videoRef.current) return stop();
        videoRef.current.srcObject = started;
        started.getVideoTracks().forEach((track) => track.addEventListener('ended', () => lost(null)));
      },
      (cause: unknown) => lost(cause),
    );
    return () => {
      left = true;
      stop();
    };
  }, [tries]);
  const capture = () => {
    const video = videoRef.current;
    return video && squareJpeg(video, video.videoWidth, video.videoHeight);
  };
  const retry = () => {
    setProblem(null);
    setTries(tries + 1);
  };
  /** A video has nothing to capture before its first picture. */
  const onFirstPicture = () => setReady(true);
  return { videoRef, problem, ready, onFirstPicture, capture, retry };
}

async function start(): Promise<MediaStream> {
  const video = { width: FACE_PIXELS, height: FACE_PIXELS, facingMode: 'user' };
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

function problemOf(cause: unknown): string {
  const refused = cause instanceof DOMException && cause.name === 'NotAllowedError';
  return refused ? 'login:liveness.refused' : 'login:liveness.camera';
}

import { useEffect, useRef, useState } from 'react';
import { FACE_BYTES, FACE_PIXELS, FACE_QUALITY } from '../../../contract/liveness';
import { dataUrlBytes } from './liveness-rules';

/** The front camera, 400 x 400; `problem` is the key of what is wrong with it. */
export function useCamera() {
  const videoRef = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let left = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    start().then(
      (started) => {
        stream = started;
        if (left || !videoRef.current) return stop();
        videoRef.current.srcObject = started;
        setReady(true);
      },
      (cause: unknown) => !left && setProblem(problemOf(cause)),
    );
    return () => {
      left = true;
      stop();
    };
  }, []);
  return { videoRef, problem, ready, capture: () => videoRef.current && capture(videoRef.current) };
}

async function start(): Promise<MediaStream> {
  const video = { width: FACE_PIXELS, height: FACE_PIXELS, facingMode: 'user' };
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

function problemOf(cause: unknown): string {
  const refused = cause instanceof DOMException && cause.name === 'NotAllowedError';
  return refused ? 'login:liveness.refused' : 'login:liveness.camera';
}

function capture(video: HTMLVideoElement): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = FACE_PIXELS;
  canvas.height = FACE_PIXELS;
  const pen = canvas.getContext('2d');
  if (!pen || video.videoWidth === 0) return null;
  const side = Math.min(video.videoWidth, video.videoHeight);
  const left = (video.videoWidth - side) / 2;
  const top = (video.videoHeight - side) / 2;
  pen.drawImage(video, left, top, side, side, 0, 0, FACE_PIXELS, FACE_PIXELS);
  const picture = canvas.toDataURL('image/jpeg', 1);
  return dataUrlBytes(picture) > FACE_BYTES ? canvas.toDataURL('image/jpeg', FACE_QUALITY) : picture;
}

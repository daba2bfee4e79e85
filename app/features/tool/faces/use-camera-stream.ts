import { useEffect, useState } from 'react';

const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } },
};

/** By name of the browser's error. */
const faults: Record<string, string> = {
  NotAllowedError:
    'This site may not use the camera. Allow it in the browser’s address bar and try again, or choose a file.',
  NotFoundError: 'No camera was found. Connect one and try again, or choose a file.',
  NotReadableError: 'The camera is in use by another program. Close that program and try again, or choose a file.',
};
const otherFault = 'The camera could not be started. Try again, or choose a file.';

/** The stream ends with the component. */
export function useCameraStream() {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [fault, setFault] = useState<string>();
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    let isOver = false;
    let opened: MediaStream | undefined;
    const stop = () => opened?.getTracks().forEach((track) => track.stop());
    navigator.mediaDevices.getUserMedia(wanted).then(
      (given) => {
        opened = given;
        // The user may have closed the camera while the browser asked for permission.
        if (isOver) stop();
        else setStream(given);
      },
      (error: DOMException) => isOver || setFault(faults[error.name] ?? otherFault),
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [attempt]);

  const retry = () => {
    setFault(undefined);
    setStream(null);
    setAttempt(attempt + 1);
  };
  return { stream, fault, retry };
}

import { useEffect, useRef, useState } from 'react';

import { Button, buttonClass } from '~/components/button';
import { Note } from '~/components/note';

import { useCameraStream } from './use-camera-stream';

interface Still {
  file: File;
  url: string;
}

/** A mirrored live picture with a guide; the photo itself is not mirrored. */
export function Camera({ onTake }: { onTake: (photo: File) => void }) {
  const { stream, fault, retry } = useCameraStream();
  const video = useRef<HTMLVideoElement>(null);
  const takeButton = useRef<HTMLButtonElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [still, setStill] = useState<Still>();

  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream, still]);
  useEffect(() => {
    if (isPlaying && !still) takeButton.current?.focus();
  }, [isPlaying, still]);
  useEffect(() => () => void (still && URL.revokeObjectURL(still.url)), [still]);

  const takeAnother = () => {
    setStill(undefined);
    setPlaying(false);
  };
  const take = async () => {
    const file = await photoOf(video.current!);
    if (file) setStill({ file, url: URL.createObjectURL(file) });
  };

  if (fault) {
    return (
      <div className="live-camera">
        <Note kind="error">{fault}</Note>
        <Button type="button" size="small" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className="live-camera">
      <div className="live-camera__picture">
        {still ? (
          <img src={still.url} alt="The photo just taken" />
        ) : (
          <>
            <video
              ref={video}
              autoPlay
              muted
              playsInline
              aria-label="Live picture of the camera"
              onPlaying={() => setPlaying(true)}
            />
            <i className="live-camera__guide" />
          </>
        )}
      </div>
      <p className="tiny muted" role="status">
        {still ? 'Photo taken.' : isPlaying ? 'Bring your face into the oval and look ahead.' : 'Starting the camera…'}
      </p>
      <div className="flex flex-wrap gap-2">
        {still ? (
          <>
            <Button type="button" size="small" look="primary" autoFocus onClick={() => onTake(still.file)}>
              Use this photo
            </Button>
            <Button type="button" size="small" onClick={takeAnother}>
              Take another
            </Button>
          </>
        ) : (
          <button
            ref={takeButton}
            type="button"
            className={buttonClass({ size: 'small', look: 'primary' })}
            disabled={!isPlaying}
            onClick={take}
          >
            Take the photo
          </button>
        )}
      </div>
    </div>
  );
}

function photoOf(video: HTMLVideoElement): Promise<File | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')!.drawImage(video, 0, 0);
  return new Promise((done) => {
    canvas.toBlob((blob) => done(blob && new File([blob], 'camera.jpg', { type: 'image/jpeg' })), 'image/jpeg', 0.92);
  });
}

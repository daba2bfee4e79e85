import { useRef, useState } from 'react';

import { buttonClass } from '~/components/button';
import { Icon } from '~/components/icon';
import { useLazy } from '~/loading/use-lazy';

const loadCamera = () => import('./camera');

/** For devices with a mouse; phones have a camera app of their own. */
export function CameraButton({ onTake }: { onTake: (photo: File) => void }) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const part = useLazy(loadCamera, isOpen);
  if (!navigator.mediaDevices?.getUserMedia) return null;
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`${buttonClass({ size: 'small' })} photo-picker__desktop-camera`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="camera" size={16} />
        {isOpen ? 'Close the camera' : 'Use the camera'}
      </button>
      {isOpen && part ? (
        <part.Camera
          onTake={(photo) => {
            onTake(photo);
            close();
          }}
        />
      ) : null}
    </>
  );
}

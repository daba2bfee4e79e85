import { useState } from 'react';

interface Props {
  name: string;
  isVideo: boolean;
  /** Object URL. */
  src: string;
}

/** A chosen file. Empty for pictures that the browser cannot show, such as HEIC in most. */
export function FilePreview({ name, isVideo, src }: Props) {
  const [failed, setFailed] = useState<string>();
  return (
    <div className="stage__picture">
      {isVideo ? (
        <video src={src} muted playsInline aria-label={name} />
      ) : src === failed ? null : (
        <img src={src} alt={name} onError={() => setFailed(src)} />
      )}
    </div>
  );
}

import { Button } from '~/components/button';
import { Progress } from '~/components/progress';

import type { Sending } from './use-upload';
import { spokenPercent } from './words';

/** The photo on its way: how much has gone, how much is left. */
export function UploadingStage({ upload, cancel }: { upload: Sending; cancel: () => void }) {
  const { name, preview, sentBytes, totalBytes, secondsLeft, isLarge } = upload;
  const percent = (100 * sentBytes) / totalBytes;
  return (
    <div className="stage stage--media stage--dimmed">
      <div className="stage__picture">
        <img src={preview} alt={name} />
      </div>
      <div className="under-way">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <p className="percent">
            {Math.floor(percent)}
            <span>%</span>
          </p>
          <p className="small text-right tabular-nums">
            {isLarge ? 'A large file: this may take a while. ' : ''}
            {sizeOf(sentBytes)} of {sizeOf(totalBytes)}
            {secondsLeft === null ? '' : `, about ${Math.max(1, Math.round(secondsLeft))} s left`}
          </p>
        </div>
        <Progress value={percent} label="Upload" />
        <div>
          <Button size="small" onClick={cancel}>
            Cancel the upload
          </Button>
        </div>
        <p className="sr-only" role="status">
          Uploading, {spokenPercent(percent)}
        </p>
      </div>
    </div>
  );
}

/** `412 kB`, `3.4 MB` */
function sizeOf(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

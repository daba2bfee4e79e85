import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { Progress } from '~/components/progress';
import { fileSize } from '~/lib/format';

import type { Sending } from './upload-types';
import { duration, spokenPercent } from '~/features/tool/words';

/** The file on its way: how much has gone, how fast, how much is left; it can be paused and given up. */
export function UploadingStage({ upload, cancel }: { upload: Sending; cancel: () => void }) {
  const { name, kind, preview, sentBytes, totalBytes, standing, control } = upload;
  const percent = (100 * sentBytes) / totalBytes;
  return (
    <div className="stage stage--media stage--dimmed">
      <div className="stage__picture">
        {kind === 'video' ? (
          <video src={preview} muted playsInline aria-label={name} />
        ) : (
          <img src={preview} alt={name} />
        )}
      </div>
      <div className="under-way">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <p className="percent">
            {Math.floor(percent)}
            <span>%</span>
          </p>
          <p className="small text-right tabular-nums">
            {fileSize(sentBytes)} of {fileSize(totalBytes)}
            <span className="block">{paceOf(upload)}</span>
          </p>
        </div>
        <Progress
          value={percent}
          label="Upload"
          state={standing === 'going' ? 'going' : standing === 'paused' ? 'paused' : 'failed'}
        />
        <div className="flex flex-wrap items-center gap-2">
          {control?.pause && standing !== 'paused' ? (
            <Button size="small" onClick={control.pause}>
              <Icon name="pause" size={16} />
              Pause
            </Button>
          ) : null}
          {control && standing !== 'going' ? (
            <Button size="small" onClick={control.resume}>
              <Icon name="play" size={16} />
              {standing === 'paused' ? 'Continue' : 'Try now'}
            </Button>
          ) : null}
          <Button size="small" onClick={cancel}>
            Cancel the upload
          </Button>
        </div>
        {upload.isLarge ? (
          <p className="small">
            A large file: this may take a while. If the page is closed, choose the same file again to continue.
          </p>
        ) : null}
        <p className="sr-only" role="status">
          {standing === 'going' ? `Uploading, ${spokenPercent(percent)}` : paceOf(upload)}
        </p>
      </div>
    </div>
  );
}

/** `1.2 MB/s, about 40 seconds left`, or why it does not go on. */
function paceOf({ standing, bytesPerSecond, secondsLeft }: Sending): string {
  if (standing === 'paused') return 'Paused';
  if (standing === 'waiting') return 'Connection lost: what has arrived stays, and we try again';
  if (bytesPerSecond === null || secondsLeft === null) return 'Sending';
  return `${fileSize(bytesPerSecond)}/s, ${duration(secondsLeft)} left`;
}

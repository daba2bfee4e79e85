import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { Progress } from '~/components/progress';
import { formatFileSize } from '~/lib/format';

import { FilePreview } from './file-preview';
import type { UploadProgress } from './upload-types';
import { useFileDrop } from './use-file-drop';
import { formatDuration, announcedPercent } from '~/features/tool/format';

/** Otherwise the browser opens a dropped file in place of the page, which ends the upload. */
const ignoreDrop = () => {};

export function UploadingStage({ upload, cancel }: { upload: UploadProgress; cancel: () => void }) {
  const { name, kind, preview, sentBytes, totalBytes, phase, control } = upload;
  const percent = (100 * sentBytes) / totalBytes;
  useFileDrop(ignoreDrop);
  return (
    <div className="stage stage--media stage--dimmed">
      <FilePreview name={name} isVideo={kind === 'video'} src={preview} />
      <div className="under-way">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <p className="percent">
            {Math.floor(percent)}
            <span>%</span>
          </p>
          <p className="small text-right tabular-nums">
            {formatFileSize(sentBytes)} of {formatFileSize(totalBytes)}
            <span className="block">{formatRate(upload)}</span>
          </p>
        </div>
        <Progress
          value={percent}
          label="Upload"
          state={phase === 'sending' ? 'going' : phase === 'paused' ? 'paused' : 'failed'}
        />
        <div className="flex flex-wrap items-center gap-2">
          {control?.pause && phase !== 'paused' ? (
            <Button size="small" onClick={control.pause}>
              <Icon name="pause" size={16} />
              Pause
            </Button>
          ) : null}
          {control && phase !== 'sending' ? (
            <Button size="small" onClick={control.resume}>
              <Icon name="play" size={16} />
              {phase === 'paused' ? 'Continue' : 'Try now'}
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
          {phase === 'sending' ? `Uploading, ${announcedPercent(percent)}` : formatRate(upload)}
        </p>
      </div>
    </div>
  );
}

/** `1.2 MB/s, about 40 seconds left`, or the state. */
function formatRate({ phase, bytesPerSecond, secondsLeft }: UploadProgress): string {
  if (phase === 'paused') return 'Paused';
  if (phase === 'reconnecting') return 'Connection lost: what has arrived stays, and we try again';
  if (bytesPerSecond === null || secondsLeft === null) return 'Sending';
  return `${formatFileSize(bytesPerSecond)}/s, ${formatDuration(secondsLeft)} left`;
}

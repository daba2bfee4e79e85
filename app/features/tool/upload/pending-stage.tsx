import { Button } from '~/components/button';

import { FilePreview } from './file-preview';
import { LogInToGoOn } from './log-in-to-go-on';
import { useFileDrop } from './use-file-drop';
import type { PendingFile } from './use-pending-upload';

interface Props {
  file: Extract<PendingFile, { preview: string }>;
  /** Of dropped files, which replace this one. */
  onFiles: (files: File[]) => void;
  onDiscard: () => void;
}

/** A visitor's file, before login. */
export function PendingStage({ file, onFiles, onDiscard }: Props) {
  const { name, isVideo, preview, isSaved } = file;
  useFileDrop(onFiles);
  const another = <Button onClick={onDiscard}>Choose another</Button>;
  return (
    <div className="stage stage--media stage--dimmed">
      <FilePreview name={name} isVideo={isVideo} src={preview} />
      <div className="under-way" role="status">
        <h2 className="t-card truncate">{isSaved === null ? name : `${name} is ready`}</h2>
        <p className="small">
          {isSaved === null
            ? 'This browser keeps a copy until you log in. One moment.'
            : isSaved
              ? 'Log in and it goes on from here. Until then it stays in this browser: nothing has been sent.'
              : 'Log in, and choose it again there: this browser keeps no files for us. Nothing has been sent.'}
        </p>
        {/* Leaving the page would end the copy. */}
        {isSaved === null ? another : <LogInToGoOn>{another}</LogInToGoOn>}
      </div>
    </div>
  );
}

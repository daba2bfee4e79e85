import { Button } from '~/components/button';

import { LogInToGoOn } from './log-in-to-go-on';
import type { PendingFile } from './use-pending-upload';

/** A visitor's file, before login. */
export function PendingStage({
  file,
  onDiscard,
}: {
  file: Exclude<PendingFile, { refusal: string }>;
  onDiscard: () => void;
}) {
  const { name, kind, preview, isSaved } = file;
  return (
    <div className="stage stage--media stage--dimmed">
      <div className="stage__picture">
        {kind === 'video' ? (
          <video src={preview} muted playsInline aria-label={name} />
        ) : (
          <img src={preview} alt={name} />
        )}
      </div>
      <div className="under-way" role="status">
        <h2 className="t-card truncate">{name} is ready</h2>
        <p className="small">
          {isSaved
            ? 'Log in and it goes on from here. Until then it stays in this browser: nothing has been sent.'
            : 'Log in, and choose it again there: this browser keeps no files for us. Nothing has been sent.'}
        </p>
        <LogInToGoOn>
          <Button look="ghost" onClick={onDiscard}>
            Choose another
          </Button>
        </LogInToGoOn>
      </div>
    </div>
  );
}

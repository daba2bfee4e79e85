import type { RefObject } from 'react';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { formatClock } from '~/lib/format';

import { useVideoState } from './use-video-state';

export type VideoView = 'wipe' | 'side';

interface Props {
  player: RefObject<HTMLVideoElement>;
  view: VideoView;
  onView: (view: VideoView) => void;
}

const stepSeconds = 0.1;

/** Native controls would lie below the wipe. */
export function VideoControls({ player, view, onView }: Props) {
  const { isPlaying, isMuted, seconds, duration } = useVideoState(player);
  const toggle = () => {
    const video = player.current!;
    if (isPlaying) return video.pause();
    void video.play().catch(() => {}); // the browser may refuse
  };
  return (
    <div className="video-controls needs-script">
      <Button size="small" icon aria-label={isPlaying ? 'Pause' : 'Play'} onClick={toggle}>
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </Button>
      <input
        type="range"
        min={0}
        max={duration}
        step={stepSeconds}
        value={seconds}
        onChange={({ currentTarget }) => (player.current!.currentTime = currentTarget.valueAsNumber)}
        aria-label="Position"
        aria-valuetext={`${formatClock(seconds * 1000)} of ${formatClock(duration * 1000)}`}
      />
      <span className="small tabular-nums">
        {formatClock(seconds * 1000)} / {formatClock(duration * 1000)}
      </span>
      <Button
        size="small"
        look="ghost"
        aria-pressed={isMuted}
        onClick={() => (player.current!.muted = !player.current!.muted)}
      >
        Mute
      </Button>
      <Button
        size="small"
        look="ghost"
        aria-pressed={view === 'side'}
        onClick={() => onView(view === 'side' ? 'wipe' : 'side')}
      >
        Side by side
      </Button>
    </div>
  );
}

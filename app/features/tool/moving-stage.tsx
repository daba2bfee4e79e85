import type { ReactNode, RefObject } from 'react';

import type { Material } from '#contract/index';

import { Progress } from '~/components/progress';

import { aspectStyle } from './stage';

interface Props {
  material: Material;
  player?: RefObject<HTMLVideoElement>;
  hasControls?: boolean;
  dimmed?: boolean;
  children?: ReactNode;
}

/** A video with its player, or a GIF. */
export function MovingStage({ material, player, hasControls, dimmed, children }: Props) {
  const { kind, name, playable_url, playable_progress, thumb_url, width, height } = material;
  return (
    <div className={`stage stage--media ${dimmed ? 'stage--dimmed' : ''}`}>
      <div className="stage__picture" style={aspectStyle(width, height)}>
        {kind === 'video' && playable_url ? (
          <video
            ref={player}
            src={playable_url}
            poster={thumb_url ?? undefined}
            controls={hasControls}
            playsInline
            muted={!hasControls}
            preload="metadata"
            aria-label={name}
          />
        ) : (
          <img src={(kind === 'gif' ? playable_url : null) ?? thumb_url ?? undefined} alt={name} />
        )}
        {children}
      </div>
      {playable_progress === null ? null : (
        <div className="under-way">
          <p className="small">Your browser can’t play this type. A copy that it can is being made.</p>
          <Progress thin value={playable_progress} label="Playable copy" />
        </div>
      )}
    </div>
  );
}

import type { ReactNode, RefObject } from 'react';

import type { Material } from '#contract/index';

import { Progress } from '~/components/progress';

import { StageBox } from './stage';

interface Props {
  material: Material;
  player?: RefObject<HTMLVideoElement>;
  hasControls?: boolean;
  dimmed?: boolean;
  children?: ReactNode;
  overlay?: ReactNode;
}

export function MovingStage({ material, player, hasControls, dimmed, children, overlay }: Props) {
  const { kind, name, playable_url, playable_progress, thumb_url, width, height } = material;
  const still = (kind === 'gif' ? playable_url : null) ?? thumb_url;
  const copying =
    playable_progress === null ? null : (
      <div className="under-way">
        <p className="small">Your browser can’t play this type. A copy that it can is being made.</p>
        <Progress thin value={playable_progress} label="Playable copy" />
      </div>
    );
  return (
    <StageBox width={width} height={height} dimmed={dimmed} overlay={overlay ?? copying}>
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
      ) : still ? (
        <img src={still} alt={name} />
      ) : null}
      {children}
    </StageBox>
  );
}

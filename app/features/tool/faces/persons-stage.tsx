import { useEffect, useRef } from 'react';

import type { Material, Person } from '#contract/index';

import { MovingStage } from '~/features/tool/moving-stage';
import { FaceFrame, Stage } from '~/features/tool/stage';

interface Props {
  material: Material;
  persons: Person[];
  /** Key of the active person. */
  open: string;
}

/** All persons of a photo; of a video, the active one. */
export function PersonsStage({ material, persons, open }: Props) {
  const player = useRef<HTMLVideoElement>(null);
  const { kind, playable_url, name, width, height } = material;
  const shown = persons.find((person) => person.key === open)?.best_seen_ms ?? 0;
  useEffect(() => {
    if (player.current) player.current.currentTime = shown / 1000;
  }, [shown]);
  const frames = persons.map((person, index) =>
    kind === 'photo' || (kind === 'video' && person.key === open) ? (
      <FaceFrame
        key={person.key}
        person={person}
        label={`Person ${index + 1}`}
        isOn={person.key === open}
        width={width ?? 1}
        height={height ?? 1}
      />
    ) : null,
  );
  if (kind === 'photo') {
    return (
      <Stage src={playable_url} alt={name} width={width} height={height}>
        {frames}
      </Stage>
    );
  }
  return (
    <MovingStage material={material} player={player}>
      {kind === 'video' && playable_url ? <div className="needs-script contents">{frames}</div> : null}
    </MovingStage>
  );
}

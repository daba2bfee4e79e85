import { useEffect, useRef, type ReactNode } from 'react';

import type { Material, Person } from '#contract/index';

import { MovingStage } from '~/features/tool/moving-stage';
import { Stage } from '~/features/tool/stage';
import { formatTime } from '~/features/tool/times';

import { FaceFrame, type FrameTarget } from './face-frame';
import { boxAt, momentOf } from './moments';

interface Props {
  material: Material;
  /** From left to right. */
  persons: Person[];
  active: string;
  target: (person: string) => FrameTarget;
  overlay?: ReactNode;
}

/**
 * From this number on, labels of close faces would cover each other: shown on hover and for the active
 * person.
 */
const crowd = 5;

/** A video shows a moment of the active person. */
export function PersonsStage({ material, persons, active, target, overlay }: Props) {
  const player = useRef<HTMLVideoElement>(null);
  const { kind, playable_url, name, width, height } = material;
  const activePerson = persons.find(({ key }) => key === active) ?? persons[0]!;
  const moment = momentOf(activePerson, persons);
  useEffect(() => {
    if (player.current) player.current.currentTime = moment / 1000;
  }, [moment]);
  const frames = persons.map((person, index) => {
    // A GIF plays: mark each person where they are seen best.
    const box = kind === 'gif' ? person.box : boxAt(person, moment);
    return box ? (
      <FaceFrame
        key={person.key}
        box={box}
        number={index + 1}
        isOn={person.key === active}
        width={width ?? 1}
        height={height ?? 1}
        {...target(person.key)}
      />
    ) : null;
  });
  const marks = (
    <div className="contents" data-crowd={persons.length >= crowd || undefined}>
      {frames}
    </div>
  );
  if (kind === 'photo') {
    return (
      <Stage src={playable_url} alt={name} width={width} height={height} overlay={overlay}>
        {marks}
      </Stage>
    );
  }
  return (
    <MovingStage material={material} player={player} overlay={overlay}>
      {kind === 'gif' ? marks : null}
      {kind === 'video' && playable_url ? (
        <div className="needs-script contents">
          {marks}
          <span className="corner corner--tr">
            <span className="badge badge--media tabular-nums">{formatTime(moment)}</span>
          </span>
        </div>
      ) : null}
    </MovingStage>
  );
}

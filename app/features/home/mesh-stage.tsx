import { useEffect, useRef, useState } from 'react';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { Mesh } from '~/components/mesh';
import type { Frames } from './mesh/play-frames.client';
import { firstInteraction } from '~/loading/first-interaction';

/** Turns from the first interaction on, for half a minute, unless the visitor prefers reduced motion. */
export function MeshStage() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [turning, setTurning] = useState<Frames>();
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const leaving = new AbortController();
    const begin = async () => {
      await firstInteraction;
      if (leaving.signal.aborted) return;
      const { turnHeads } = await import('./mesh/turn-heads.client');
      setTurning(await turnHeads(canvas.current!, { signal: leaving.signal, onRest: () => setPaused(true) }));
    };
    begin().catch(() => undefined); // the still picture stays
    return () => leaving.abort();
  }, []);

  return (
    <div className="hero__art" data-turning={turning ? true : undefined}>
      <div aria-hidden="true">
        <Mesh of="head" />
        <canvas ref={canvas} className="mesh hero__canvas" />
        <i className="hero__seam" />
      </div>
      {turning ? (
        <Button
          className="hero__pause"
          look="ghost"
          size="small"
          icon
          aria-label={isPaused ? 'Go on with the animation' : 'Pause the animation'}
          onClick={() => {
            turning.setPaused(!isPaused);
            setPaused(!isPaused);
          }}
        >
          <Icon name={isPaused ? 'play' : 'pause'} size={16} />
        </Button>
      ) : null}
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { Mesh } from '~/components/mesh';
import type { Turning } from '~/enhance/mesh/turn-heads.client';

/** The brand picture. It begins to turn when somebody first stirs, unless they want less motion. */
export function MeshStage() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [turning, setTurning] = useState<Turning>();
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const leaving = new AbortController();
    const begin = async () => {
      const { turnHeads } = await import('~/enhance/mesh/turn-heads.client');
      setTurning(await turnHeads(canvas.current!, { signal: leaving.signal }));
    };
    // The still picture stays if this fails.
    const cancel = onceSomebodyStirs(() => void begin().catch(() => undefined));
    return () => {
      cancel();
      leaving.abort();
    };
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

/** Runs something once a page is looked at by somebody, and costs nothing until then. Returns how to call it off. */
function onceSomebodyStirs(run: () => void): () => void {
  const stirring = new AbortController();
  const begin = () => {
    stirring.abort();
    run();
  };
  for (const event of ['pointermove', 'pointerdown', 'scroll', 'keydown']) {
    addEventListener(event, begin, { signal: stirring.signal, passive: true });
  }
  return () => stirring.abort();
}

import { useEffect, useRef, useState } from 'react';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { Mesh } from '~/components/mesh';
import type { Turning } from '~/enhance/mesh/turn-heads.client';

/** The brand picture. Once the page has nothing else to do it begins to turn, unless somebody wants less motion. */
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
    const cancel = whenIdle(() => void begin().catch(() => undefined));
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

/** Runs something when the page has loaded and come to rest. Returns how to call it off. */
function whenIdle(run: () => void): () => void {
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 4_000 });
    else run();
  }, 1_500);
  return () => clearTimeout(timer);
}

import { hydrateOnInteraction } from '~/loading/hydrate-on-interaction';

import { DropBar } from './drop-bar';
import { MeshStage } from './mesh-stage';

const TrySamples = await hydrateOnInteraction(async () => (await import('./try-samples')).TrySamples);

export function Hero() {
  return (
    <section className="hero">
      <div className="wrap hero__grid">
        <div className="hero__text">
          <h1 className="t-hero">
            {/* The second sentence breaks only where it is wider than the page. */}
            Swap a face. <span className="inline-block">Keep the moment.</span>
          </h1>
          <p className="lead">
            Drop in a photo, GIF or video and choose who becomes whom. You see a free preview before you spend a single
            credit.
          </p>
          <DropBar />
          <TrySamples />
        </div>
        <MeshStage />
      </div>
    </section>
  );
}

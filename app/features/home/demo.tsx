import { Compare } from '~/components/compare';

import { duoAfter, duoBefore } from '~/components/pictures';

export function Demo() {
  return (
    <section className="wrap demo" aria-labelledby="demo">
      <div className="demo__picture">
        <Compare split={66} labelled follows before={duoBefore} after={duoAfter} />
      </div>
      <div className="demo__text">
        <h2 className="t-section" id="demo">
          They traded faces. Nothing else moved.
        </h2>
        <p className="muted">
          Hair, light, pose and background stay where they were.{' '}
          <span className="needs-script">Drag the line to compare.</span> Our own engine made this, and these two are
          rendered: nobody’s photo was used.
        </p>
      </div>
    </section>
  );
}

import { ButtonLink } from '~/components/button';
import { Compare } from '~/components/compare';
import { Mesh } from '~/components/mesh';
import { pageMeta } from '~/meta';
import { paths } from '~/paths';

export const meta = () =>
  pageMeta({ description: 'Drop in a photo and choose who becomes whom. Hair, light and pose stay where they were.' });

const steps = [
  { title: 'Bring a photo', text: 'Drop it, paste it or pick it. No file at hand? Take one of ours.' },
  { title: 'Hand out faces', text: 'Everybody in the picture gets a face, or keeps the one they have.' },
  { title: 'See it happen', text: 'The price is on the button. If a swap fails, the credits come back on their own.' },
];

export default function Home() {
  return (
    <main id="main">
      <section className="hero">
        <div className="wrap hero__grid">
          <div className="hero__text">
            <h1 className="t-hero">Swap a face. Keep&nbsp;the&nbsp;moment.</h1>
            <p className="lead">
              Drop in a photo and choose who becomes whom. Hair, light, pose and background stay where they were.
            </p>
            <ButtonLink look="primary" size="large" to={paths.faceSwap()} prefetch="intent">
              Swap a photo
            </ButtonLink>
          </div>
          <div className="hero__art" aria-hidden="true">
            <Mesh of="head" />
            <i className="hero__seam" />
          </div>
        </div>
      </section>

      <section className="wrap demo" aria-labelledby="demo">
        <div className="demo__picture">
          <Compare
            split={66}
            before={{ src: '/art/duo-a.webp', alt: 'Two drawn friends: he has a moustache, she has a red bob' }}
            after={{ src: '/art/duo-b.webp', alt: 'The same two, having traded faces: now she has the moustache' }}
          />
        </div>
        <div className="demo__text">
          <h2 className="t-section" id="demo">
            They traded faces. Nothing else moved.
          </h2>
          <p className="muted">Drag the line to compare. These two are drawn by us: nobody’s photo was used.</p>
        </div>
      </section>

      <section className="wrap section" aria-labelledby="how">
        <h2 className="t-section" id="how">
          One page, three steps.
        </h2>
        <ol className="steps-row">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3 className="t-card">{title}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </main>
  );
}

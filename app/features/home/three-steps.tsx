import type { ReactNode } from 'react';

import { Face } from '~/components/face';
import { Icon } from '~/components/icon';
import { credits } from '~/lib/credits';
import { portraitThumb, type Portrait } from '~/features/tool/samples';

import { filmstrip, previewThumb } from '~/components/pictures';

interface Step {
  title: string;
  text: string;
  art: ReactNode;
}

const steps = (photoPrice: number | undefined): Step[] => [
  {
    title: 'Bring a file',
    text: 'A photo, a GIF or a video. Of a long one you keep only the part you need.',
    art: (
      <div className="step-film">
        <img src={filmstrip} alt="" width={480} height={54} />
        <i />
      </div>
    ),
  },
  {
    title: 'Hand out faces',
    text: 'We find every person once. Give each of them a face, or let them keep their own.',
    art: (
      <div className="flex flex-wrap items-center gap-3">
        <FaceOf person="otto" />
        <Icon name="arrow-right" />
        <FaceOf person="ines" ring />
        <span className="w-2" />
        <FaceOf person="ines" />
        <Icon name="arrow-right" />
        <FaceOf person="otto" ring />
      </div>
    ),
  },
  {
    title: 'Look, then decide',
    text: 'One finished picture is free. The price is on the button, and a swap that fails costs nothing.',
    art: (
      <div className="flex flex-wrap items-center gap-3.5">
        <span className="step-preview">
          <img src={previewThumb} alt="" width={184} height={115} />
        </span>
        <span className="btn btn--second btn--small">Swap{photoPrice ? ` for ${credits(photoPrice)}` : ''}</span>
      </div>
    ),
  },
];

export function ThreeSteps({ photoPrice }: { photoPrice?: number }) {
  return (
    <section className="wrap section" aria-labelledby="how">
      <h2 className="t-section" id="how">
        One page, three steps.
      </h2>
      <ol className="steps-row">
        {steps(photoPrice).map(({ title, text, art }) => (
          <li key={title}>
            <div className="steps-row__art" aria-hidden="true">
              {art}
            </div>
            <h3 className="t-card">{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function FaceOf({ person, ring }: { person: Portrait; ring?: boolean }) {
  return <Face src={portraitThumb(person)} size={56} ring={ring} />;
}

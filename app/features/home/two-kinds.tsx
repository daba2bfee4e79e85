import { Link } from '@remix-run/react';

import { Icon } from '~/components/icon';
import { Picture, type PictureFiles } from '~/components/picture';
import { paths } from '~/lib/paths';

import { filmstrip, groupPicture, streetPicture } from '~/components/pictures';

interface KindProps {
  to: string;
  title: string;
  text: string;
  go: string;
  picture: PictureFiles;
  /** Face boxes in percent. */
  found?: { x: number; y: number; w: number; h: number; on?: boolean }[];
  isFilm?: boolean;
}

export function TwoKinds() {
  return (
    <section className="wrap section two-kinds" aria-label="What you can swap faces in">
      <Kind
        to={paths.faceSwapVideo()}
        title="Video Face Swap"
        text="Every frame and every cut. The sound stays as it was."
        go="Swap a video"
        picture={streetPicture}
        isFilm
      />
      <Kind
        to={paths.faceSwapPhoto()}
        title="Photo Face Swap"
        text="One face or the whole group, in one go."
        go="Swap a photo"
        picture={groupPicture}
        found={groupPicture.found}
      />
    </section>
  );
}

function Kind({ to, title, text, go, picture, found = [], isFilm }: KindProps) {
  const { src, alt, width, height, sources } = picture;
  return (
    <Link className="kind" to={to} prefetch="intent">
      <div className="kind__text">
        <h2 className="t-section">{title}</h2>
        <p className="muted">{text}</p>
        <span className="kind__go">
          {go} <Icon name="arrow-right" size={16} />
        </span>
      </div>
      <div className="kind__picture">
        <Picture {...{ src, alt, width, height, sources }} />
        {found.map(({ x, y, w, h, on }) => (
          <i
            key={x}
            className="viewfinder viewfinder--face"
            data-on={on || undefined}
            style={{ left: `${x}%`, top: `${y}%`, width: `${w}%`, height: `${h}%` }}
          />
        ))}
        {isFilm ? <img className="kind__film" src={filmstrip} alt="" width={480} height={54} /> : null}
      </div>
    </Link>
  );
}

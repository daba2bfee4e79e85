import { ButtonLink } from '~/components/button';
import { Mesh } from '~/components/mesh';
import { paths } from '~/lib/paths';

export function LostLink({ message }: { message: string }) {
  return (
    <main id="main" className="lost">
      <div className="wrap wrap--wide lost__grid">
        <div className="lost__text">
          <h1 className="t-hero">This link shows nothing any more</h1>
          <p className="lead">{message}</p>
          <ButtonLink look="primary" size="large" to={paths.faceSwap()}>
            Swap a face yourself
          </ButtonLink>
        </div>
        <div className="lost__art">
          <Mesh of="lost" />
        </div>
      </div>
    </main>
  );
}

import { ButtonLink } from '~/components/button';
import { useToolPath } from '~/features/tool/tool-path';

/** In place of the face and the price. Each photo states its reason. */
export function NoneUsable({ isSingle }: { isSingle: boolean }) {
  const toolPath = useToolPath();
  return (
    <section className="panel face-for-all" role="status">
      <div className="panel__body grid gap-4">
        <h2 className="t-card">{isSingle ? 'This photo cannot be swapped' : 'None of these photos can be swapped'}</h2>
        <p className="small muted">Each says why. Nothing was charged.</p>
        <ButtonLink look="primary" size="large" block to={toolPath()}>
          Choose other photos
        </ButtonLink>
      </div>
    </section>
  );
}

import { ButtonLink } from '~/components/button';
import { useToolPath } from '~/features/tool/tool-path';

/** In place of the face and the price. */
export function NoneUsable({ isSingle }: { isSingle: boolean }) {
  const toolPath = useToolPath();
  return (
    <section className="panel face-for-all" role="status">
      <div className="panel__body grid gap-4">
        <h2 className="t-card">{isSingle ? 'This photo cannot be swapped' : 'None of these photos can be swapped'}</h2>
        <p className="small muted">
          {isSingle ? 'The reason is next to the photo.' : 'The reason is next to each photo.'} Nothing was charged.
        </p>
        <ButtonLink look="primary" size="large" block to={toolPath()}>
          {isSingle ? 'Choose another photo' : 'Choose other photos'}
        </ButtonLink>
      </div>
    </section>
  );
}

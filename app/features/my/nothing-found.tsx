import { ButtonLink } from '~/components/button';
import { EmptyState } from '~/components/empty-state';
import { Icon } from '~/components/icon';

/** No entry of a list passes its filter. */
export function NothingFound({ allPath }: { allPath: string }) {
  return (
    <EmptyState
      art={<Icon name="info" size={24} />}
      title="Nothing of this kind"
      next={
        <ButtonLink look="primary" to={allPath}>
          Show all
        </ButtonLink>
      }
    >
      You have none of what is chosen above.
    </EmptyState>
  );
}

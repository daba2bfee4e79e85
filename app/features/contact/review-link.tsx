import type { ErrorName } from '#contract/index';

import { ButtonLink } from '~/components/button';
import { paths } from '~/lib/paths';

/** For content that moderation stopped; nothing for other errors. */
export function ReviewLink({ error, name }: { error: ErrorName | undefined; name: string }) {
  if (error !== 'content_stopped') return null;
  return (
    <ButtonLink block to={paths.contact({ review: name })}>
      Ask for a review
    </ButtonLink>
  );
}

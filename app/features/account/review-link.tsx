import { errors } from '#contract/errors';

import { ButtonLink } from '~/components/button';
import { paths } from '~/lib/paths';

const { content_stopped, content_refused } = errors;
const messages: (string | null | undefined)[] = [content_stopped.message, content_refused.message];

/** Beside the message of what moderation stopped; nothing beside others. */
export function ReviewLink({ message }: { message: string | null | undefined }) {
  if (!messages.includes(message)) return null;
  return (
    <ButtonLink block to={paths.myDecisions()}>
      {message === content_stopped.message ? 'Ask for a review' : 'See the decision'}
    </ButtonLink>
  );
}

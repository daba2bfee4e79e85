import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';

import { verifyAction, type Checked } from '~/features/verify/verify-action.server';
import { VerifyForm } from '~/features/verify/verify-form';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { useActionAnswer } from '~/lib/use-action-answer';
import { ApiError } from '~/server/errors';
import { getVisitor } from '~/server/guards.server';

export const meta = () =>
  pageMeta({
    title: 'Check a file',
    description: 'Find out whether a photo or video was made with Faceswap, and whether it was altered since.',
  });

export const loader = async (args: LoaderFunctionArgs) => {
  const { api } = await getVisitor(args);
  try {
    return await api('content_authorities', {});
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'too_many_requests') throw error;
    throw new Response(error.message, { status: 429, statusText: 'Too Many Requests' });
  }
};

export const action = (args: ActionFunctionArgs) => verifyAction(args);

export default function Verify() {
  const { certificates } = useLoaderData<typeof loader>();
  const answer = useActionAnswer<Checked | FormState>();
  return (
    <main id="main" className="wrap contact">
      <section aria-labelledby="check" className="contact__part">
        <h1 className="t-section" id="check">
          Was it made here?
        </h1>
        <p className="muted">
          Results of this site are signed. Choose a photo or video to see whether it comes from here, and whether it was
          changed afterwards.
        </p>
        <VerifyForm authorities={certificates} answer={answer} />
      </section>
      <section aria-labelledby="how" className="contact__part contact__part--boxed">
        <h2 className="t-card" id="how">
          How this works
        </h2>
        <p className="muted">
          Photos and videos that this site makes carry Content Credentials: a signed note, in an open standard (C2PA),
          which says that faces were replaced. One changed pixel breaks the signature.
        </p>
        <p className="muted">
          The note can be removed, as a screenshot does. A file without one proves nothing either way.
        </p>
        <p className="muted">
          Does a picture show you without your permission?{' '}
          <Link className="link" to={`${paths.contact()}#report`}>
            Report it
          </Link>
          .
        </p>
      </section>
    </main>
  );
}

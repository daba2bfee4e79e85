import { randomUUID } from 'node:crypto';

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useNavigation, useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { ButtonLink } from '~/components/button';
import { Note } from '~/components/note';
import { Time } from '~/components/time';
import { contactAction } from '~/features/contact/contact-action.server';
import { MessageForm } from '~/features/contact/message-form';
import { ReportForm } from '~/features/contact/report-form';
import { useUser } from '~/lib/root-data';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { honeypotFields } from '~/server/honeypot.server';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';

export const meta = () =>
  pageMeta({
    title: 'Contact',
    description: 'Write to us, or report a picture or video that shows you without your permission. No account needed.',
  });

/** Idempotency keys. */
export const loader = (_args: LoaderFunctionArgs) => ({
  messageKey: randomUUID(),
  reportKey: randomUUID(),
  honeypot: honeypotFields(),
});

export const action = (args: ActionFunctionArgs) => contactAction(args);

export default function Contact() {
  const { messageKey, reportKey, honeypot } = useLoaderData<typeof loader>();
  const refused = useActionAnswer<FormState>();
  const email = useUser()?.email;
  const { formMethod, formEncType } = useNavigation();
  const isSending = (encType: string) => formMethod === 'POST' && formEncType === encType;
  const [query] = useSearchParams();
  const isSent = query.has('sent');
  const isReport = refused?.values.intent === 'report';
  useFocusError(refused);
  return (
    <main id="main" className="wrap contact">
      <section aria-labelledby="write" className="contact__part">
        <h1 className="t-section" id="write">
          Write to us
        </h1>
        <p className="muted">A question, an idea, something that went wrong: people read it.</p>
        <p className="muted">
          You do not want your face to be used here at all? Say so, and add a clear photo of yourself: once we know that
          it is you, photos that show you are refused.
        </p>
        {isSent ? (
          <MessageSent />
        ) : (
          <MessageForm
            formKey={messageKey}
            honeypot={honeypot}
            email={email}
            refused={isReport ? undefined : refused}
            isBusy={isSending('multipart/form-data')}
          />
        )}
      </section>
      <section aria-labelledby="report-title" id="report" className="contact__part contact__part--boxed">
        <h2 className="t-card" id="report-title">
          Report a picture or video
        </h2>
        <OpenedCase />
        <p className="muted">
          Somebody used your face without asking? Tell us where. You need no account, and we act within 48 hours.
        </p>
        <ReportForm
          key={query.get('case')}
          formKey={reportKey}
          honeypot={honeypot}
          address={query.get('address') ?? undefined}
          refused={isReport ? refused : undefined}
          isBusy={isSending('application/x-www-form-urlencoded')}
        />
      </section>
    </main>
  );
}

/** The form would invite to resend. */
function MessageSent() {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <div ref={note} tabIndex={-1} role="status" className="grid gap-5">
      <Note icon="check">Thank you. Your message has arrived, and we answer by e-mail.</Note>
      <ButtonLink to={paths.contact()}>Write another message</ButtonLink>
    </div>
  );
}

/** From the URL only. */
function OpenedCase() {
  const [query] = useSearchParams();
  const [number, due] = [query.get('case'), query.get('due')];
  if (!number || !due || Number.isNaN(Date.parse(due))) return null;
  return (
    <Note icon="check">
      Your report has arrived as case <b>{number}</b>. It is decided by <Time value={due} withTime /> at the latest.
    </Note>
  );
}

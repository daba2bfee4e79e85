import { Form, Link } from '@remix-run/react';

import { Note } from '~/components/note';
import { paths } from '~/lib/paths';

interface Props {
  email: string;
  /** A page whose action knows `resend-activation`. */
  action: string;
}

/** The API refuses swaps before confirmation. */
export function ConfirmEmailNote({ email, action }: Props) {
  return (
    <Note kind="warn" icon="mail">
      <Form method="post" action={action}>
        <b>Confirm your address first.</b> Your free credits come with it. We wrote to {email}: follow the link in the
        mail. <MailAgainOrOtherAddress />
      </Form>
    </Note>
  );
}

/** Within a form whose action knows `resend-activation`. */
export function MailAgainOrOtherAddress() {
  return (
    <>
      <button className="link" name="intent" value="resend-activation">
        Send the mail again
      </button>
      , or{' '}
      <Link className="link" to={paths.myEmail()}>
        use another address
      </Link>
      .
    </>
  );
}

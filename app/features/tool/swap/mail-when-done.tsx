import { Form } from '@remix-run/react';

import { useUser } from '~/lib/root-data';

interface Props {
  orderId: string;
  isMailed: boolean;
}

/** A button: without script, reloads would reset a checkbox. */
export function MailWhenDone({ orderId, isMailed }: Props) {
  const user = useUser();
  return (
    <Form method="post" className="mt-1" replace>
      <input type="hidden" name="intent" value="notify" />
      <input type="hidden" name="order_id" value={orderId} />
      <input type="hidden" name="by_mail" value={isMailed ? 'no' : 'yes'} />
      {isMailed ? <>We write to {user?.email ?? 'you'} when it is ready. </> : null}
      <button type="submit" className="link">
        {isMailed ? 'No mail, please' : 'Tell me by e-mail when it is ready'}
      </button>
    </Form>
  );
}

import { Form } from '@remix-run/react';

import { Button, buttonClass } from '~/components/button';
import { TextArea } from '~/components/field';
import { useIsSending } from '~/lib/use-is-sending';

interface Props {
  orderId: string;
  action?: string;
}

export function ReportProblem({ orderId, action }: Props) {
  const isBusy = useIsSending('report');
  return (
    <details className="group">
      <summary className={`${buttonClass({ look: 'ghost', size: 'small' })} w-fit`}>Report a problem</summary>
      <Form method="post" action={action} className="mt-3 grid gap-3">
        <input type="hidden" name="intent" value="report" />
        <input type="hidden" name="order_id" value={orderId} />
        <TextArea
          label="What went wrong?"
          name="words"
          rows={3}
          maxLength={2000}
          hint="Only if you like. We look at the order, never at your pictures, unless you ask us to."
        />
        <Button type="submit" busy={isBusy}>
          Send the report
        </Button>
      </Form>
    </details>
  );
}

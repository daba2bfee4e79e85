import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';

import { InvoiceBuyer } from '~/features/billing/invoice-buyer';
import { InvoiceSheet } from '~/features/billing/invoice-sheet';
import { changeInvoice, loadInvoice } from '~/features/billing/invoice.server';
import { PrintButton } from '~/features/billing/print-button';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';

/** Suggests the PDF's name. */
export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const number = data?.creditNote?.number ?? data?.invoice.number;
  const kind = data?.creditNote ? 'Credit note' : 'Invoice';
  return pageMeta({ title: number ? `${kind} ${number}` : kind, personal: true });
};

export const loader = (args: LoaderFunctionArgs) => loadInvoice(args);
export const action = (args: ActionFunctionArgs) => changeInvoice(args);

export default function Invoice() {
  const { invoice, creditNote } = useLoaderData<typeof loader>();
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  const back = creditNote
    ? { to: paths.invoice(invoice.payment.payment_id), label: 'Back to the invoice' }
    : { to: paths.myCredits(), label: 'Back to my credits' };
  return (
    <div className="grid min-w-0 content-start gap-5">
      <p className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link className="link small" to={back.to}>
          {back.label}
        </Link>
        <PrintButton />
      </p>
      <InvoiceSheet invoice={invoice} creditNote={creditNote} />
      {creditNote ? null : <InvoiceBuyer key={JSON.stringify(invoice.buyer)} buyer={invoice.buyer} refused={refused} />}
    </div>
  );
}

import { redirect } from '@remix-run/node';
import { z } from 'zod/v4';

import type { Output } from '#contract/calls';
import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { checkFields, formError, formErrorFrom, readFields } from '~/server/form.server';
import { requireUser, type RouteArgs } from '~/server/guards.server';
import { orNotFound, pageNotFound } from '~/server/not-found.server';

export interface InvoiceData {
  invoice: Output<'payment_invoice'>;
  /** Shown instead of the invoice. */
  creditNote: Output<'payment_invoice'>['credit_notes'][number] | null;
}

function paymentId(request: Request): string {
  const id = z.uuid().safeParse(new URL(request.url).searchParams.get('payment')).data;
  if (!id) throw pageNotFound(request);
  return id;
}

export async function loadInvoice(args: RouteArgs): Promise<InvoiceData> {
  const { request } = args;
  const payment_id = paymentId(request);
  const { api } = await requireUser(args);
  const invoice = await orNotFound(api('payment_invoice', { payment_id }), request);
  const number = new URL(request.url).searchParams.get('credit_note');
  if (number === null) return { invoice, creditNote: null };
  const creditNote = invoice.credit_notes.find((note) => note.number === number);
  if (!creditNote) throw pageNotFound(request);
  return { invoice, creditNote };
}

export async function changeInvoice(args: RouteArgs) {
  const payment_id = paymentId(args.request);
  const { api } = await requireUser(args);
  const { name, address, tax_id } = await readFields(args.request);
  const values = { name: name ?? '', address: address ?? '', tax_id: tax_id ?? '' };
  const checked = checkFields(calls.payment_invoice_buyer.input, { payment_id, ...values });
  if (!checked.success) return formError(values, checked);
  try {
    await orNotFound(api('payment_invoice_buyer', checked.value), args.request);
  } catch (error) {
    return formErrorFrom(error, values);
  }
  return redirect(paths.invoice(payment_id));
}

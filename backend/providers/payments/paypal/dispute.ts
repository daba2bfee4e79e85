import { z } from 'zod/v4';
import { ProviderRefused, type Charge } from '#backend/providers/payments/port';
import type { Paypal } from './client';

const listed = z.object({ items: z.array(z.object({ dispute_id: z.string(), status: z.string() })).default([]) });
const detailed = z.object({ dispute_outcome: z.object({ outcome_code: z.string() }).optional() });

/** The seller keeps the money. */
const kept: readonly string[] = ['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED'];

/** Without permission to read disputes, none is assumed unless a webhook named this charge (`hinted`). */
export async function withDispute<C extends Charge>(paypal: Paypal, charge: C, hinted?: string): Promise<C> {
  if (charge.ref === null || (charge.status !== 'paid' && charge.status !== 'partially_refunded')) return charge;
  const disputes = await paypal
    .get(`/v1/customer/disputes?disputed_transaction_id=${encodeURIComponent(charge.ref)}`, listed)
    .catch((error: unknown) => {
      if (error instanceof ProviderRefused && hinted !== charge.ref) return { items: [] };
      throw error;
    });
  for (const dispute of disputes.items) {
    if (!(await isOverInOurFavour(paypal, dispute))) return { ...charge, status: 'disputed' };
  }
  return charge;
}

async function isOverInOurFavour(paypal: Paypal, { dispute_id, status }: { dispute_id: string; status: string }) {
  if (status !== 'RESOLVED') return false;
  const path = `/v1/customer/disputes/${encodeURIComponent(dispute_id)}`;
  const { dispute_outcome } = await paypal.get(path, detailed);
  return dispute_outcome !== undefined && kept.includes(dispute_outcome.outcome_code);
}

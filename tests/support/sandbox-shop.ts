import type { Outcome } from '#backend/providers/payments/port';
import { member, openBackend, type Member, type TestBackend } from './backend';

function clockOf(backend: TestBackend) {
  let now = new Date('2026-11-21T10:00:00Z');
  backend.deps.now = () => now;
  return { at: (moment: Date) => (now = moment), now: () => now };
}

export async function begin(who: Member, product_id = 'pack_50') {
  const { payment_id, action } = await who.call('stripe_buy', { product_id }, `key-${product_id}`);
  const url = action.type === 'redirect' ? new URL(action.url) : undefined;
  return { id: payment_id, checkout: url!.searchParams.get('checkout')! };
}

export async function decide(backend: TestBackend, checkout: string, outcome: Outcome) {
  const body = new URLSearchParams({ checkout, outcome });
  return backend.fetch('/dev/pay', { method: 'POST', body });
}

export const verify = (who: Member, id: string, type: 'sub' | 'once' = 'once') =>
  who.call('payment_verify', { id, type });

export async function shop(credits = 0) {
  const backend = await openBackend({ tokenDays: 3650 }, { isLocal: true });
  const clock = clockOf(backend);
  return { backend, clock, ada: await member(backend, { credits }) };
}

import type { CreditEntry, Invoice, OfferedMethod, Payment, Product } from '#contract/shapes/money';
import { done, ids, made } from './scenario';

export const product: Product = {
  product_id: 'light_month',
  type: 'sub',
  name: 'Light',
  description: '150 credits every month',
  price: { amount: 799, currency: 'USD' },
  first_price: { amount: 399, currency: 'USD' },
  period: 'month',
  credits: 150,
  features: ['Photos, GIFs and videos', 'Results kept for 30 days'],
  highlighted: true,
};

export const payment: Payment = {
  payment_id: ids.payment,
  product: { product_id: 'light_month', name: 'Light' },
  method: 'stripe',
  provider: 'stripe',
  amount: 399,
  currency: 'USD',
  status: 'paid',
  refunded: 0,
  credits: 150,
  created_at: made,
  paid_at: done,
  refund_requested: false,
  can_continue: false,
};

export const offeredMethod: OfferedMethod = {
  method: 'stripe',
  name: 'Card',
  hint: 'Visa, Mastercard, American Express',
  types: ['sub', 'once'],
};

export const invoice: Invoice = {
  payment,
  number: 'INV-2026-00001',
  issued_at: done,
  net: 335,
  tax_amount: 64,
  total: 399,
  buyer: { name: 'Ada Lovelace', email: 'ada@example.com', address: '12 St James’s Square\nLondon', tax_id: '' },
  seller: ['Faceswap', '1 Example Street'],
  seller_tax_id: 'DE123456789',
  line: 'Light: 150 credits',
  period: { start: made, end: done },
  tax: { name: 'VAT', rate: 19 },
  credit_notes: [],
  withdrawal_consent: null,
};

export const creditEntry: CreditEntry = {
  entry_id: ids.entry,
  kind: 'hold',
  delta: -1,
  balance_after: 9,
  reference: ids.order,
  created_at: made,
  note: 'Photo swap',
};

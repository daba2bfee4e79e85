import type { Product } from '#contract';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const everything = ['Photos, GIFs and videos', 'Free previews', 'Failed swaps cost nothing'];

interface Plan {
  name: string;
  /** Credits a month; prices in cents. */
  credits: number;
  month: number;
  year: number;
  highlighted?: boolean;
}

function plan({ name, credits, month, year, highlighted = false }: Plan): Product[] {
  const common = { type: 'sub' as const, name, features: everything, highlighted };
  const half = (amount: number) => usd(Math.ceil(amount / 2) - (amount % 100 === 99 ? 1 : 0));
  return [
    {
      ...common,
      product_id: `${name.toLowerCase()}_month`,
      description: `${credits.toLocaleString('en')} credits every month`,
      price: usd(month),
      first_price: half(month),
      period: 'month',
      credits,
    },
    {
      ...common,
      product_id: `${name.toLowerCase()}_year`,
      description: `${(credits * 12).toLocaleString('en')} credits every year`,
      price: usd(year),
      first_price: half(year),
      period: 'year',
      credits: credits * 12,
    },
  ];
}

function pack(name: string, credits: number, price: number, highlighted = false): Product {
  return {
    product_id: `pack_${credits}`,
    type: 'once',
    name,
    description: `${credits.toLocaleString('en')} credits, once`,
    price: usd(price),
    first_price: null,
    period: null,
    credits,
    features: everything,
    highlighted,
  };
}

export const defaultProducts: readonly Product[] = [
  ...plan({ name: 'Light', credits: 150, month: 799, year: 7999 }),
  ...plan({ name: 'Regular', credits: 400, month: 1599, year: 15_999, highlighted: true }),
  ...plan({ name: 'Studio', credits: 1200, month: 3999, year: 39_999 }),
  pack('Handful', 50, 399),
  pack('Stack', 200, 1299, true),
  pack('Crate', 600, 2999),
];

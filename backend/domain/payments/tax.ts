import type { Product } from '#contract';

/** Percent. */
type Rate = number;

/** Percent in thousandths, so that 8.875 % is exact. */
const unitsOf = (rate: Rate) => Math.round(rate * 1000);
const whole = 100_000;

/** Minor units; `total` includes tax. */
export function splitTax(total: number, rate: Rate): { net: number; tax: number } {
  const net = Math.round((total * whole) / (whole + unitsOf(rate)));
  return { net, tax: total - net };
}

/** Minor units. */
export const addTax = (net: number, rate: Rate): number => net + Math.round((net * unitsOf(rate)) / whole);

/** Prices are shown, charged and stored with tax. */
export function withTax(product: Product, rate: Rate): Product {
  const { price, first_price } = product;
  const taxed = <M extends Product['price'] | null>(money: M): M =>
    money && { ...money, amount: addTax(money.amount, rate) };
  return { ...product, price: taxed(price), first_price: taxed(first_price) };
}

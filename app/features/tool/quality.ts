import type { MaterialQuality, Order, Tool } from '#contract/index';

/** The built-in swapper: pages do not name it. */
export const isStandard = ({ quality }: Pick<Order, 'quality'>): boolean => quality === 'mesh';

/** What photos can be swapped in now, with the price of one; the default first. */
export function photoQualities({ qualities }: Pick<Tool, 'qualities'>): MaterialQuality[] {
  return qualities
    .filter(({ kinds, available }) => available && kinds.includes('photo'))
    .sort((a, b) => Number(b.default) - Number(a.default))
    .map(({ id, name, prices }) => ({ id, name, price: prices.photo }));
}

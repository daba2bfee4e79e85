import { formatCount } from './format';

export const creditNoun = (count: number) => (count === 1 ? 'credit' : 'credits');

/** `1 credit`, `4 credits` */
export const credits = (count: number) => formatCount(count, 'credit');

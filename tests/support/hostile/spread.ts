import type { Case } from './framings';

/**
 * What reads malformed requests is shared by all calls or pages of a kind. So the first subject of each kind meets
 * every case; of the others each meets every `step`th, shifted from one to the next, so that together they meet all.
 */
export function spread<Subject>(step: number, kindOf: (subject: Subject) => string) {
  const places = new Map<string, number>();
  return (subject: Subject) => {
    const place = places.get(kindOf(subject)) ?? 0;
    places.set(kindOf(subject), place + 1);
    return (_case: unknown, at: number) => place === 0 || (at + place) % step === 0;
  };
}

/** Cases that may end a connection are sent to one subject anyway. */
export const mayBreakOff = ({ due }: Case) => due === 'any or none';

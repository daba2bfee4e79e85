import fc from 'fast-check';

const which = fc.nat(5);
const cents = fc.integer({ min: 1, max: 399 });
const about = <D extends string>(what: D) => fc.record({ do: fc.constant(what), which });

export const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('subscribe' as const) }) },
  { weight: 4, arbitrary: about('pay') },
  { weight: 1, arbitrary: about('fail') },
  { weight: 4, arbitrary: about('look') },
  { weight: 4, arbitrary: about('message') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('give back' as const), which, amount: cents }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), which, amount: cents }) },
  { weight: 1, arbitrary: about('dispute') },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('spend' as const), credits: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('month' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('round' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('upgrade' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('crash' as const), awaits: fc.nat(45) }) },
);

export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export const steps = fc.array(step, { minLength: 15, maxLength: 45 });

import { expect, test } from 'vitest';

import { faultNames, machineNames, planFaults } from './plan';

test('a seed names one plan', () => {
  expect(planFaults(50, 7)).toEqual(planFaults(50, 7));
  expect(planFaults(50, 7)).not.toEqual(planFaults(50, 8));
});

test('two hundred faults hit every machine, with every kind as often, never one machine twice at a time', () => {
  const plan = planFaults(200, 1);
  const faults = plan.flatMap((incident) => incident.faults);
  const count = (kind: string) => faults.filter((fault) => fault.kind === kind).length;
  expect(Object.keys(faultNames).map(count)).toEqual(Array(8).fill(25));
  expect(new Set(faults.map(({ target }) => target))).toEqual(new Set(machineNames));
  const pairs = plan.filter((incident) => incident.faults.length === 2);
  expect(pairs.length).toBeGreaterThan(10);
  for (const { faults: both } of pairs) expect(both[0]!.target).not.toBe(both[1]!.target);
});

import { expect, test } from 'vitest';
import { Workspace } from './workspace';

test('gives the same memory for the same name until more is asked for', () => {
  const workspace = new Workspace();
  const first = workspace.floats('plane', 10);
  first[3] = 5;
  expect(workspace.floats('plane', 8)[3]).toBe(5);
  expect(workspace.floats('plane', 1000)[3]).toBe(0);
});

test('never gives one memory to two names', () => {
  const workspace = new Workspace();
  workspace.shorts('a', 4).fill(1);
  workspace.bytes('b', 4).fill(2);
  expect([...workspace.shorts('a', 4)]).toEqual([1, 1, 1, 1]);
});

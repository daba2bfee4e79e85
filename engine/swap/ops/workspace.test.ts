import { expect, test } from 'vitest';
import { bytes, floats, shorts, Workspace } from './workspace';

test('gives the same memory for the same buffer until more is asked for', () => {
  const [workspace, plane] = [new Workspace(), floats()];
  workspace.view(plane, 10)[3] = 5;
  expect(workspace.view(plane, 8)[3]).toBe(5);
  expect(workspace.view(plane, 1000)[3]).toBe(0);
});

test('two buffers never share memory', () => {
  const [workspace, first, second, third] = [new Workspace(), shorts(), bytes(), shorts()];
  workspace.view(first, 4).fill(1);
  workspace.view(second, 4).fill(2);
  workspace.view(third, 4).fill(3);
  expect([...workspace.view(first, 4)]).toEqual([1, 1, 1, 1]);
});

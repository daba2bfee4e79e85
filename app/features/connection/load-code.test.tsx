import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { network } from '#tests/support/network';

import { loadCode } from './load-code';

const answering = () => network.use(http.head('*/builds/latest.json', () => new HttpResponse()));

test('code that a lost connection kept away is loaded when the server answers again', async () => {
  answering();
  const load = vi.fn().mockRejectedValueOnce(new TypeError('lost')).mockResolvedValueOnce('code');
  expect(await loadCode(load)).toBe('code');
});

test('code that the server no longer has is not asked for without end: the page is reloaded', async () => {
  answering();
  const load = vi.fn().mockRejectedValue(new TypeError('gone'));
  const reload = vi.fn();
  await expect(loadCode(load, { reload })).rejects.toThrow('gone');
  expect(load).toHaveBeenCalledTimes(5);
  expect(reload).toHaveBeenCalledOnce();
});

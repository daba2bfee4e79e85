import './support/environment';

import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node';
import { createElement } from 'react';
import { expect, test, vi } from 'vitest';

import * as entry from '~/entry.server';
import { ApiError, NetworkError, TimeoutError } from '~/server/errors';
import { log } from '~/server/log.server';

/** A page whose loader throws. */
async function visit(error: unknown, context: AppLoadContext = {}): Promise<Response> {
  const page = () => createElement('html', null, createElement('body'));
  const loader = () => {
    throw error;
  };
  const root = { id: 'root', path: '', module: { default: page, ErrorBoundary: page, loader } };
  const asset = { id: 'root', path: '', module: '', hasLoader: true, hasErrorBoundary: true, hasAction: false };
  const assets = { entry: { imports: [], module: '' }, routes: { root: asset }, url: '', version: '1' };
  const build = { entry: { module: entry }, routes: { root }, assets, future: {}, publicPath: '/', mode: 'production' };
  const answer = await createRequestHandler(build as unknown as ServerBuild, 'production')(
    new Request('http://localhost/'),
    context,
  );
  await answer.text();
  return answer;
}

test.each([
  ['the API is out of reach', new NetworkError('my_userinfo', {})],
  ['the API does not answer', new TimeoutError('my_userinfo', 20_000)],
  ['the API has no database', new ApiError({ call: 'my_userinfo', status: 503, message: 'Later.' })],
])('while %s, pages respond 503 and when to come back', async (_, error) => {
  const fault = vi.spyOn(log, 'error').mockReturnValue();
  const { status, headers } = await visit(error);
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(fault).toHaveBeenCalledOnce();
});

test('a fault of the page stays a 500', async () => {
  vi.spyOn(log, 'error').mockReturnValue();
  const { status, headers } = await visit(new Error('A fault.'));
  expect(status).toBe(500);
  expect(headers.has('retry-after')).toBe(false);
});

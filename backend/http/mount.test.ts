import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppContext } from '#backend/domain/context';
import type { ApiEnv } from './api-env';
import { mount, type Handlers } from './mount';

const answers: Handlers<'credits'> = {
  my_credit_lists: async (_deps, { page, per_page }) => ({ items: [], page, per_page, total: 0 }),
};

test('an area is mounted whole, or does not compile', () => {
  const app = new Hono<ApiEnv>();
  const deps = {} as AppContext;
  mount(app, deps, 'credits', answers);
  expect(app.routes.map((route) => route.path)).toContain('/my/credit_lists');

  // @ts-expect-error a missing handler does not compile
  const missing: Handlers<'credits'> = {};
  // @ts-expect-error an answer of another shape does not compile
  const misshapen: Handlers<'credits'> = { my_credit_lists: async () => ({ items: 'none' }) };
  const anonymous: Handlers<'preview'> = {
    // @ts-expect-error a handler cannot be written for fields the call does not have
    faceswap_preview: async (_deps, { colour }) => ({ preview_url: String(colour) }),
  };
  expect([missing, misshapen, anonymous]).toHaveLength(3);
});

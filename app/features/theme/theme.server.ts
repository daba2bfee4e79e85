import { createCookie } from '@remix-run/node';
import { z } from 'zod/v4';

import { themes, type Theme } from './theme';

const oneYear = 31_536_000;

export const themeCookie = createCookie('theme', { maxAge: oneYear, sameSite: 'lax', httpOnly: true, path: '/' });

const stored = z.enum(themes).catch('dark');

export const parseTheme = (value: unknown): Theme => stored.parse(value);

export const themeOf = async (request: { headers: Headers }): Promise<Theme> =>
  parseTheme(await themeCookie.parse(request.headers.get('cookie')));

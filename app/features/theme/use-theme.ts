import { useFetcher, useRouteLoaderData } from '@remix-run/react';

import type { loader } from '~/root';

import type { Theme } from './theme';

export const useThemeChange = () => useFetcher({ key: 'theme' });

/** Includes a pending choice. */
export function useTheme(): Theme {
  const stored = useRouteLoaderData<typeof loader>('root')?.theme ?? 'dark';
  const chosen = useThemeChange().formData?.get('theme') as Theme | null | undefined;
  return chosen ?? stored;
}

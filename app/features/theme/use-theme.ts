import { useFetcher, useRouteLoaderData } from '@remix-run/react';

import type { loader } from '~/root';

import type { Theme } from './theme';

export const useThemeChange = () => useFetcher({ key: 'theme' });

/** The chosen theme at once, while the server still stores it. */
export function useTheme(): Theme {
  const stored = useRouteLoaderData<typeof loader>('root')?.theme ?? 'dark';
  const chosen = useThemeChange().formData?.get('theme') as Theme | null | undefined;
  return chosen ?? stored;
}

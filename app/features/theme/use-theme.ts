import { useFetcher } from '@remix-run/react';

import { useRootData } from '~/lib/root-data';

import type { Theme } from './theme';

export const useThemeChange = () => useFetcher({ key: 'theme' });

/** Includes a pending choice. */
export function useTheme(): Theme {
  const stored = useRootData()?.theme ?? 'dark';
  const chosen = useThemeChange().formData?.get('theme') as Theme | null | undefined;
  return chosen ?? stored;
}

import { useEffect } from 'react';

/** Focuses the first invalid field. */
export function useFocusError(refused: unknown): void {
  useEffect(() => {
    if (refused) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
}

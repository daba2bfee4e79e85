import { useEffect } from 'react';

/** Leads to the first field that was refused, wherever on the page it is. */
export function useFocusError(refused: unknown): void {
  useEffect(() => {
    if (refused) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
}

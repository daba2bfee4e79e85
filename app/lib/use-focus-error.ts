import { useEffect } from 'react';

export function useFocusError(refused: unknown): void {
  useEffect(() => {
    if (refused) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
}

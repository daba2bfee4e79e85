import { useEffect } from 'react';

/** While mounted. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | Faceswap`;
  }, [title]);
}

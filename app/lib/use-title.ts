import { useEffect } from 'react';

/** Sets the title of the window while the component is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | Faceswap`;
  }, [title]);
}

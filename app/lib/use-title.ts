import { useEffect } from 'react';

/** While mounted. Then the route's title is back: React does not write it again unless it changes. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} | Faceswap`;
    const set = document.title;
    return () => {
      // Not over the title of a route that the visitor has gone to.
      if (document.title === set) document.title = before;
    };
  }, [title]);
}

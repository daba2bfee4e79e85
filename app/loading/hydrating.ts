let isFirstPage = true;

export const isHydrating = () => isFirstPage;

/** Call when hydration has begun: the browser renders later pages. */
export function endHydrating(): void {
  isFirstPage = false;
}

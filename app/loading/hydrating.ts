let isFirstPage = true;

/** Whether React has not yet taken over the page that the server sent. */
export const isHydrating = () => isFirstPage;

/** To be called once, when hydration has begun: pages that are opened from now on are rendered by the browser. */
export function endHydrating(): void {
  isFirstPage = false;
}

import { useEffect, useRef } from 'react';

/** When another place is shown and the focused element has gone with the one before, its heading gets the focus. */
export function useFocusHeading(place: string): void {
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    // The place may set the focus itself.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusHeading();
    });
    return () => cancelAnimationFrame(frame);
  }, [place]);
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

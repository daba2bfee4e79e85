import { useFetchers, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * When the focused element has gone with its part of the page, as the button of a removed row, what is left around it gets
 * the focus: a screen reader would otherwise start at the top of the page again.
 */
export function useKeptFocus(): void {
  const around = useRef<HTMLElement[]>([]);
  const { state } = useNavigation();
  const fetchers = useFetchers();
  const isBusy = state !== 'idle' || fetchers.length > 0;

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // A dialog stands outside; what opened it is what is remembered.
      if (target instanceof HTMLElement && target.closest('main'))
        around.current = [target, ...ancestorsInMain(target)];
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  useEffect(() => {
    if (isBusy) return;
    // Parts of the page may set the focus themselves.
    const frame = requestAnimationFrame(() => {
      const [focused] = around.current;
      if (!focused || focused.isConnected || document.activeElement !== document.body) return;
      around.current.filter((element) => element.isConnected).some(takesFocus);
    });
    return () => cancelAnimationFrame(frame);
  }, [isBusy]);
}

/** Nearest first. */
function ancestorsInMain(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement;
  return !parent || element.matches('main') ? [] : [parent, ...ancestorsInMain(parent)];
}

/** What a closed `details` hides takes none. */
function takesFocus(element: HTMLElement): boolean {
  const isFocusable = element.hasAttribute('tabindex');
  if (!isFocusable) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  const isFocused = document.activeElement === element;
  if (!isFocusable && !isFocused) element.removeAttribute('tabindex');
  return isFocused;
}

import { useCallback, useEffect, useRef, type PointerEvent } from 'react';

import { useOpenUntilNavigation } from './use-open-until-navigation';

const openAfterMs = 300;
const closeAfterMs = 250;
/** A click is on its way for as long. */
const justOpenedMs = 400;

/** Mouse only: opens after 300 ms, closes after 250 ms. */
export function useHoverOpen() {
  const { isOpen, setOpen, visit } = useOpenUntilNavigation();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const openedAt = useRef(-Infinity);
  const later = (open: boolean, ms: number) => (event: PointerEvent) => {
    clearTimeout(timer.current);
    if (event.pointerType !== 'mouse') return;
    timer.current = setTimeout(() => {
      if (open && !isOpen) openedAt.current = Date.now();
      setOpen(open);
    }, ms);
  };
  const setOpenNow = useCallback(
    (open: boolean) => {
      clearTimeout(timer.current); // a click overrides the hover timer
      setOpen(open);
    },
    [setOpen],
  );
  useEffect(() => () => clearTimeout(timer.current), [visit]);
  const hover = { onPointerEnter: later(true, openAfterMs), onPointerLeave: later(false, closeAfterMs) };
  /** The hover has opened it, and a click that meant to open it must not close it. */
  const hasJustOpened = () => isOpen && Date.now() - openedAt.current < justOpenedMs;
  return { isOpen, setOpen: setOpenNow, hover, hasJustOpened };
}

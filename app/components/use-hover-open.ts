import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';

const openAfterMs = 300;
const closeAfterMs = 250;

/** Mouse only: opens after 300 ms, closes after 250 ms. */
export function useHoverOpen() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const later = (open: boolean, ms: number) => (event: PointerEvent) => {
    clearTimeout(timer.current);
    if (event.pointerType === 'mouse') timer.current = setTimeout(() => setOpen(open), ms);
  };
  const setOpenNow = useCallback((open: boolean) => {
    clearTimeout(timer.current); // a click overrides the hover timer
    setOpen(open);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hover = { onPointerEnter: later(true, openAfterMs), onPointerLeave: later(false, closeAfterMs) };
  return { isOpen, setOpen: setOpenNow, hover };
}

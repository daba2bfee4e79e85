import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';

const openAfterMs = 300;
const closeAfterMs = 250;

/**
 * Opens after a mouse has hovered 300 ms, closes 250 ms after it has left. Touch, pen and keys use the trigger itself.
 */
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

import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type HTMLAttributes,
  type ReactNode,
} from 'react';

import { useLazy } from '~/loading/use-lazy';

interface Props {
  className?: string;
  /** What opens it: its contents, not a button. */
  label: ReactNode;
  labelClass: string;
  /** For screen readers, when the label is a picture. */
  name?: string;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  /** From `useUpgrade`, and whatever else follows the hand. */
  near: Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>;
  children: ReactNode;
}

/**
 * `<details>`: opens without the script and before it, and stays if what should take its place cannot be loaded. Presses
 * count as they begin, because what takes its place may come before they end.
 */
export function Disclosure({ className, label, labelClass, name, isOpen, setOpen, near, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const toggle = () => setOpen(!details.current!.open);
  useEffect(() => {
    // It may have been opened before the script knew.
    if (details.current!.open) setOpen(true);
  }, [setOpen]);
  return (
    <details ref={details} className={className} open={isOpen} suppressHydrationWarning {...near}>
      <summary
        className={labelClass}
        aria-label={name}
        onPointerDown={(event) => {
          if (event.button === 0 && !event.ctrlKey) toggle();
        }}
        onClick={(event) => {
          event.preventDefault();
          const isByKeys = event.detail === 0;
          if (isByKeys) toggle();
        }}
      >
        {label}
      </summary>
      {children}
    </details>
  );
}

/** Loads what is better than a disclosure as soon as a hand or the focus comes near it. */
export function useLazyUpgrade<Part>(load: () => Promise<Part>) {
  const [isNear, setNear] = useState(false);
  const hasFocus = useRef(false);
  const part = useLazy(load, isNear);
  const near = {
    onPointerEnter: () => setNear(true),
    onFocus: () => {
      setNear(true);
      hasFocus.current = true;
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      hasFocus.current = currentTarget.contains(relatedTarget);
    },
  };
  return { part, near, /** What takes its place takes its focus, too. */ takesFocus: () => hasFocus.current };
}

/** For what takes a disclosure's place: the label, which takes its focus. */
export function useRestoredFocus(takesFocus: boolean) {
  const label = useRef<HTMLButtonElement>(null);
  const [takesNow] = useState(takesFocus);
  useLayoutEffect(() => {
    if (takesNow) label.current?.focus();
  }, [takesNow]);
  return label;
}

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
  /** Contents of the `<summary>`, not a button. */
  label: ReactNode;
  labelClass: string;
  /** If the label is an image. */
  name?: string;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  /** A press then does not close it. */
  hasJustOpened?: () => boolean;
  near: Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>;
  children: ReactNode;
}

/**
 * Works before hydration and without the upgrade. Toggles on pointerdown: the upgrade may replace it before
 * the click ends.
 */
export function Disclosure(props: Props) {
  const { className, label, labelClass, name, isOpen, setOpen, hasJustOpened, near, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const toggle = () => setOpen(!details.current!.open);
  useEffect(() => {
    // Possibly opened before hydration.
    if (details.current!.open) setOpen(true);
  }, [setOpen]);
  return (
    <details ref={details} className={className} open={isOpen} suppressHydrationWarning {...near}>
      <summary
        className={labelClass}
        aria-label={name}
        onPointerDown={(event) => {
          if (event.button === 0 && !event.ctrlKey && !hasJustOpened?.()) toggle();
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

/** Loads the component when a pointer or the focus comes near. */
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
  return { part, near, /** The upgrade takes over the focus. */ takesFocus: () => hasFocus.current };
}

/** Focuses the upgrade's label if the disclosure had the focus. */
export function useRestoredFocus(takesFocus: boolean) {
  const label = useRef<HTMLButtonElement>(null);
  const [takesNow] = useState(takesFocus);
  useLayoutEffect(() => {
    if (takesNow) label.current?.focus();
  }, [takesNow]);
  return label;
}

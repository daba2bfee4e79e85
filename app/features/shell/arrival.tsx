import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import { useFocusHeading } from '~/lib/use-focus-heading';

import { useKeptFocus } from './use-kept-focus';

/**
 * For pages that the script shows, what a browser does after it has loaded one: the focus is on the page, and screen readers
 * read its title. They read the heading where it gets the focus.
 */
export function Arrival() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');
  useFocusHeading(pathname);
  useKeptFocus();
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const frame = requestAnimationFrame(() =>
      setTitle(document.activeElement?.matches('main h1') ? '' : document.title),
    );
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return (
    <p className="sr-only" role="status">
      {title}
    </p>
  );
}

import { useLocation } from '@remix-run/react';
import { useState } from 'react';

/** Closes as a navigation ends. While rendering: an effect runs later and would undo a press made in between. */
export function useOpenUntilNavigation() {
  const { key: visit } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [lastVisit, setLastVisit] = useState(visit);
  if (lastVisit !== visit) {
    setLastVisit(visit);
    setOpen(false);
  }
  return { isOpen, setOpen, visit };
}
